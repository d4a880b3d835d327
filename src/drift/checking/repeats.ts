import type { Check, DriftDraft } from '../../model/observation.ts'
import { parentOf } from '../../util/pointer.ts'
import { byText } from '../../util/text.ts'
import { isUnnamed, mostViolations } from '../evidence/ceiling.ts'
import { mostExamples } from '../evidence/merge.ts'

/** A draft and the check that returned it. */
export interface CheckDraft {
  readonly check: Check
  readonly draft: DriftDraft
}

/** A draft with its number of samples; the first draft of a group also counts those not kept. */
export interface Counted extends CheckDraft {
  readonly samples: number
}

/** Keeps only the drafts of each finding that will be shown, so that 50,000 violating items cost three findings. */
export function withoutRepeats(drafts: readonly CheckDraft[]): readonly Counted[] {
  const groups = new Map<string, { readonly shown: CheckDraft[]; rest: number }>()
  for (const drafted of drafts) {
    const { direction, part, location, key } = drafted.draft
    const identity = JSON.stringify([drafted.check.id, direction, part, location, key])
    const group = groups.get(identity) ?? { shown: [], rest: 0 }
    groups.set(identity, group)
    const { shown } = group
    const after = shown.findIndex((other) => byText(pointerOf(drafted), pointerOf(other)) < 0)
    shown.splice(after < 0 ? shown.length : after, 0, drafted)
    if (shown.length <= mostExamples) continue
    shown.pop()
    group.rest += 1
  }
  const counted = [...groups.values()].flatMap(({ shown, rest }) =>
    shown.map((drafted, at) => ({ ...drafted, samples: at === 0 ? 1 + rest : 1 })),
  )
  return counted.length <= mostViolations ? counted : withoutSurplus(counted)
}

/** Reduces the drafts that `underCeiling` will merge to a few that count all, so that 50,000 undocumented properties stay cheap. */
function withoutSurplus(all: readonly Counted[]): readonly Counted[] {
  const groups = new Map<string, Counted[]>()
  for (const counted of all) {
    const { check, draft } = counted
    const location = draft.location ?? ''
    const at = isUnnamed(check.id, draft.expected) ? parentOf(location) : location
    // Drafts of different severity must not be merged.
    const group = JSON.stringify([check.id, draft.direction, draft.part, at, draft.assumed, draft.allowed])
    const there = groups.get(group)
    if (there === undefined) groups.set(group, [counted])
    else there.push(counted)
  }
  return [...groups.values()].flatMap((there) => {
    const violations = new Map<string, Counted[]>()
    for (const counted of there.sort(byViolation)) {
      const key = JSON.stringify([counted.draft.location, counted.draft.key])
      const same = violations.get(key)
      if (same === undefined) violations.set(key, [counted])
      else same.push(counted)
    }
    const sorted = [...violations.values()]
    const surplus = sorted.slice(mostViolations).flat().sort(byPointer)
    const kept = surplus.slice(0, mostExamples)
    const rest = surplus.slice(mostExamples).reduce((sum, { samples }) => sum + samples, 0)
    return [
      ...sorted.slice(0, mostViolations).flat(),
      ...kept.map((counted, at) => (at === 0 ? { ...counted, samples: counted.samples + rest } : counted)),
    ]
  })
}

const byPointer = (a: CheckDraft, b: CheckDraft): number => byText(pointerOf(a), pointerOf(b))
const byViolation = (a: CheckDraft, b: CheckDraft): number =>
  byText(a.draft.location ?? '', b.draft.location ?? '') || byText(a.draft.message, b.draft.message) || byPointer(a, b)

const pointerOf = ({ draft }: CheckDraft): string => draft.instancePointer ?? ''
