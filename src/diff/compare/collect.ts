import type { Change, Effect, Use } from '../../model/diff/change.ts'
import type { EffectReason } from '../../model/diff/ledger.ts'
import { canonical } from '../../util/json.ts'
import { joinEffects } from './schema/blame/effect.ts'

/** Collects changes. An edit with multiple paths (through `allOf`, a shared component) becomes one change. */
export interface Collector {
  add(change: Omit<Change, 'uses'>, uses: readonly Use[]): void
  /** Records an edit that was compared and has no effect. */
  withoutEffect(change: Omit<Change, 'uses'>, reason: EffectReason): void
  changes(): readonly Change[]
  ineffective(): readonly Ineffective[]
}

/** An edit without effect, and the reason. */
export interface Ineffective {
  readonly change: Omit<Change, 'uses'>
  readonly reason: EffectReason
}

export function createCollector(): Collector {
  const found = new Map<string, Collected>()
  const ineffective: Ineffective[] = []
  return {
    add(change, uses) {
      const key = identity(change)
      const entry = found.get(key) ?? { change, uses: new Map<string, Use>() }
      found.set(key, entry)
      const isMixed = entry.change.effect !== change.effect
      if (isMixed) mix(entry, change.effect)
      for (const one of uses) {
        const use = isMixed ? withEffect(one, change.effect) : one
        const id = `${use.operation} ${use.direction} ${use.part} ${use.polarity ?? ''} ${use.isOfWhole ?? ''}`
        const known = entry.uses.get(id)
        entry.uses.set(id, known === undefined ? use : moreOf(known, use))
      }
    },
    withoutEffect: (change, reason) => ineffective.push({ change, reason }),
    ineffective: () => ineffective,
    changes: () =>
      [...found.values()].map(({ change, uses }) => {
        // `Omit` over the union loses the link between kind and values, which are unchanged here.
        return { ...change, uses: [...uses.values()] } as Change
      }),
  }
}

interface Collected {
  change: Omit<Change, 'uses'>
  readonly uses: Map<string, Use>
}

/** An edit can have different effects on serialized and JSON values: each use keeps its own. */
function mix(entry: Collected, effect: Effect): void {
  for (const [id, use] of entry.uses) entry.uses.set(id, withEffect(use, entry.change.effect))
  // Kind and values are unchanged, so the cast is safe.
  entry.change = { ...entry.change, effect: joinEffects(entry.change.effect, effect) } as Omit<Change, 'uses'>
}

function withEffect(use: Use, effect: Effect): Use {
  return { ...use, effect: use.effect ?? effect }
}

/** Joins effects and keeps one trail. */
function moreOf(one: Use, other: Use): Use {
  const { effect: _, trail = other.trail, ...use } = one
  const effect = one.effect && other.effect && joinEffects(one.effect, other.effect)
  return { ...use, effect, trail }
}

/** Identifies an edit by its location in the files, ignoring the path to it. */
function identity({ kind, before, after, site }: Omit<Change, 'uses'>): string {
  const base = before === undefined ? '' : site.base
  const revision = after === undefined ? '' : site.revision
  // Documentation values can be long and follow from the location.
  if (kind === 'documentation') return [kind, base, revision, ...[before, after].map(namesIn)].join('\n')
  // Values of changes are JSON by construction of `ChangeValues`.
  return [kind, base, revision, canonical(before as never), canonical(after as never)].join('\n')
}

function namesIn(texts: unknown): string {
  return JSON.stringify(texts === undefined ? [] : Object.keys(texts as object))
}
