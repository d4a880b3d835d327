import type { Finding, ReachedUse, Site } from '../../model/finding.ts'
import { locationsOf } from '../../model/locations.ts'
import type { Description, OperationKey } from '../../model/operation.ts'
import type { ConsumerHit, ConsumerUse, OperationUse, UseKind } from '../../model/report/consumer.ts'
import { byText } from '../../util/text.ts'
import { hasReceived, locationsAbove, receivedBy, type UsedLocations, usedLocations } from './used-locations.ts'

/** Finds the consumers that findings affect. */
export interface HitFinder {
  /** Returns the consumers that use the subject of a finding, sorted and without duplicates. Empty if the finding is compatible. */
  hitsOf(finding: Finding): readonly ConsumerHit[]
}

/** Only compatible changes affect no client. */
const harmful = (verdict: Finding['verdict']): boolean => verdict !== 'compatible'

/** Rules that affect exactly those consumers that don't send the part yet. */
const asksForMore = new Set([
  'required-property-added',
  'property-became-required',
  'required-parameter-added',
  'parameter-became-required',
  'request-body-became-required',
  'required-request-body-added',
])

/** Creates a finder for findings between versions of a description, or between a description and the live API. */
export function hitFinder(descriptions: readonly Description[], consumers: readonly ConsumerUse[]): HitFinder {
  const locations = new Map<string, readonly UsedLocations[]>()
  const locationsIn = (consumer: string, key: OperationKey, use: OperationUse): readonly UsedLocations[] => {
    const id = `${consumer} ${key}`
    const known =
      locations.get(id) ??
      descriptions.flatMap((description) => {
        const operation = description.operations.find((one) => one.key === key)
        return operation === undefined ? [] : [usedLocations(description, operation, use)]
      })
    locations.set(id, known)
    return known
  }

  function contractHit(
    finding: Finding,
    { operation, direction }: ReachedUse,
    consumer: ConsumerUse,
    use: OperationUse,
  ) {
    const { site, ruleId } = finding
    const hit = (kind: UseKind, what?: string) => hitBy(consumer, operation, use, kind, what)
    if (direction === undefined) return hit('calls')
    const used = locationsIn(consumer.consumer, operation, use)
    const above = locationsAbove(site, operation)
    if (direction === 'response') {
      const received = above
        .map((location) => used.map((one) => one.response.get(location)).find((one) => one !== undefined))
        .find((one) => one !== undefined)
      if (received !== undefined) return hit(received.kind, received.name)
      const isUnseen = used.some(({ unseen }) => unseen.has(site.component ?? ''))
      return isUnseen ? hit('may use', site.component) : receivedHit(use, site, finding.before !== undefined, hit)
    }
    const found = above
      .map((location) => used.map(({ request }) => request.get(location)).find((name) => name !== undefined))
      .find((name) => name !== undefined)
    const isUnseen = use.unseen?.some((part) => (site.part ?? 'body').startsWith(part)) === true
    if (found === undefined && isUnseen) return hit('may use', site.part)
    if (!asksForMore.has(ruleId)) {
      if (found !== undefined) return hit('sends', found)
      const isBody = site.component === undefined && site.part === 'body'
      return (site.part ?? '') === '' || (isBody && sendsBody(use)) ? hit('calls') : undefined
    }
    if (/-request-body-|^request-body-/.test(ruleId)) return sendsBody(use) ? undefined : hit('calls')
    const isBody = (site.part ?? '').startsWith('body')
    return found === undefined && (!isBody || sendsBody(use)) ? hit('calls') : undefined
  }

  function liveHit(finding: Finding, consumer: ConsumerUse): ConsumerHit | undefined {
    for (const { operation, part = '', pointer } of locationsOf(finding)) {
      const use = consumer.operations[operation]
      if (use === undefined) continue
      const [status = ''] = part.split(' ')
      const hit = (kind: UseKind, what?: string) => hitBy(consumer, operation, use, kind, what)
      if (finding.site.direction === 'request') {
        const name = part.startsWith('body') ? `body ${pointer}`.trim() : part
        if (use.sends?.includes(name)) return hit('sends', name)
        continue
      }
      const received = receivedBy(use, status)
      const wanted = [pointer, `${part.replace(/^\S+ /, '')}`]
      const [found, kind] = [...received].find(([one]) => one !== '' && wanted.includes(one)) ?? []
      const known = kind === undefined ? receivedHit(use, { part, pointer }, false, hit) : hit(kind, found)
      if (known !== undefined) return known
    }
    return undefined
  }

  return {
    hitsOf(finding) {
      if (!harmful(finding.verdict)) return []
      return consumers
        .flatMap((consumer): readonly ConsumerHit[] => {
          if (finding.kind !== 'contract') return [liveHit(finding, consumer)].filter((one) => one !== undefined)
          const hits = usesOf(finding).flatMap((reached) => {
            const use = consumer.operations[reached.operation]
            return (use && contractHit(finding, reached, consumer, use)) ?? []
          })
          return hits.sort(byKind).slice(0, 1)
        })
        .sort((a, b) => byText(a.consumer, b.consumer))
    },
  }
}

const kinds: readonly UseKind[] = ['reads', 'sends', 'is given', 'calls', 'may use']

function byKind(a: ConsumerHit, b: ConsumerHit): number {
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
}

function hitBy(
  { consumer }: ConsumerUse,
  operation: OperationKey,
  { last }: OperationUse,
  kind: UseKind,
  what: string | undefined,
): ConsumerHit {
  return { consumer, kind, operation, what, last }
}

/** Returns the uses that a finding breaks: the ones it lists, or otherwise its operations and direction. */
function usesOf({ uses, reaches, site, verdict }: Finding): readonly ReachedUse[] {
  if (uses !== undefined) return uses.filter((one) => harmful(one.verdict))
  const { direction } = site
  const directions = direction === 'both' ? (['request', 'response'] as const) : [direction]
  return reaches.flatMap((operation) => directions.map((one) => ({ operation, direction: one, verdict })))
}

function sendsBody({ sends = [] }: OperationUse): boolean {
  return sends.some((one) => /^body(?: |$)/.test(one))
}

/** Returns a hit for a part of a response that isn't among the consumer's known uses: if the part was never seen, the consumer may use it. */
function receivedHit(
  use: OperationUse,
  { component, part = '', pointer }: Pick<Site, 'component' | 'part' | 'pointer'>,
  isRemoved: boolean,
  hit: (kind: UseKind, what?: string) => ConsumerHit,
): ConsumerHit | undefined {
  // If the finding is about a component, its part belongs to just one of the operations that use the component.
  const [status = ''] = component === undefined ? part.split(' ') : []
  const header = /^\S+ (header .+)$/.exec(part)?.[1] ?? /^#\/components\/(headers\/.+)$/.exec(component ?? '')?.[1]
  const isSeen = status === '' || hasReceived(use, status)
  const hasHeaders = Object.entries(use.given ?? {}).some(
    ([by, given]) => (status === '' || by === status) && given.includes('headers'),
  )
  if (header !== undefined) return hasHeaders ? undefined : hit('may use', header)
  if (component === undefined && pointer === '')
    return isSeen || !isRemoved ? hit('calls') : hit('may use', `status ${status}`)
  return isSeen ? undefined : hit('may use', `status ${status}`)
}
