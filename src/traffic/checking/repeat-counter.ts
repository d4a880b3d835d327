import type { FindingRepeats } from '../../drift/checking/inspection.ts'
import type { Counted } from '../../drift/checking/repeats.ts'
import { anyBaseUrl, curlLine, curlStart } from '../../drift/evidence/curl.ts'
import { cleanDraft } from '../../drift/evidence/finding.ts'
import { keptKeyStart, mostExamples } from '../../drift/evidence/merge.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { receivedSecrets, sentSecrets } from '../../drift/redaction/sent-secrets.ts'
import type { Example, Finding } from '../../model/finding.ts'
import type { Exchange } from '../../model/observation.ts'
import { byText } from '../../util/text.ts'
import type { ExchangeKeeper } from './exchange-keeper.ts'

/** Counts violations that only add samples to a finding, because repeating the finding is expensive. */
export interface RepeatCounter extends FindingRepeats {
  /** Returns findings that stand for the repeats since the last call, to be merged with all others. */
  take(): readonly Finding[]
}

/** Drafts with the same finding except for its example and the request that shows it. */
interface Kind {
  /** The first finding; undefined if settings or another finding suppress it. */
  readonly finding: Finding | undefined
  /** The first examples by text, which a merged finding lists. */
  examples: readonly string[]
  /** Samples in repeats that were not returned yet. */
  samples: number
}

interface Drafted {
  readonly key: string
  readonly example: Example
  readonly exampleText: string
}

/** Maximum number of kinds and length of a key. Other findings are made each time. */
const [mostKinds, longestKey] = [500, 4000]

/** Maximum number of drafts in an exchange. More may be merged with each other. */
const mostDrafts = 4

/** Creates a counter. A draft is a repeat if `mergeFindings` would keep only the number of samples from its finding. */
export function createRepeatCounter(redactor: Redactor, keeper: Pick<ExchangeKeeper, 'bestKey'>): RepeatCounter {
  const kinds = new Map<string, Kind>()
  let current: readonly Drafted[] = []

  function isRepeat({ key, example, exampleText }: Drafted, { observation }: Exchange, clean: Redactor): boolean {
    const kind = kinds.get(key)
    if (kind === undefined) return false
    const { finding, examples } = kind
    if (finding === undefined) return true
    const best = keeper.bestKey(finding.fingerprint)
    if (best === undefined || !isIrrelevant(exampleText, examples)) return false
    const { request, status } = observation
    const start = keptKeyStart(finding, example, status)
    if (!best.startsWith(start)) return start > best
    // Usually the URL decides. Otherwise the whole line is needed.
    const upToUrl = start + JSON.stringify(curlStart(request, clean)).slice(0, -1)
    if (!best.startsWith(upToUrl)) return upToUrl > best
    return `${start}${JSON.stringify(curlLine(request, anyBaseUrl, clean))},` > best
  }

  return {
    count(exchange, drafts) {
      current = []
      if (drafts.length > mostDrafts || redactor.samples === 'none') return false
      const { observation } = exchange
      const clean = redactor.knowing([
        ...sentSecrets(observation.request, redactor),
        ...receivedSecrets(observation, redactor),
      ])
      current = draftedOf(exchange, drafts, clean)
      if (!current.every((drafted) => isRepeat(drafted, exchange, clean))) return false
      current.forEach(({ key }, at) => {
        const kind = kinds.get(key)
        if (kind !== undefined) kind.samples += drafts[at]?.samples ?? 0
      })
      return true
    },
    made(findings) {
      current.forEach(({ key, exampleText }, at) => {
        const kind = kinds.get(key)
        if (kind !== undefined) kind.examples = firstOf([...kind.examples, exampleText])
        else if (kinds.size < mostKinds && key.length <= longestKey)
          kinds.set(key, { finding: findings[at], examples: [exampleText], samples: 0 })
      })
    },
    take() {
      const repeated = [...kinds.values()].flatMap(({ finding, samples }): Finding[] =>
        samples > 0 && finding?.evidence !== undefined
          ? [{ ...finding, evidence: { ...finding.evidence, samples } }]
          : [],
      )
      if (kinds.size >= mostKinds) kinds.clear()
      for (const kind of kinds.values()) kind.samples = 0
      return repeated
    },
  }
}

function isIrrelevant(example: string, first: readonly string[]): boolean {
  return first.includes(example) || (first.length === mostExamples && example > (first.at(-1) ?? ''))
}

function firstOf(examples: readonly string[]): readonly string[] {
  return [...new Set(examples)].sort(byText).slice(0, mostExamples)
}

/** A kind has all that a finding depends on, except for what only its example and evidence contain (see `makeFinding`). */
function draftedOf(
  { operation, observation, response, mediaType }: Exchange,
  drafts: readonly Counted[],
  redactor: Redactor,
): readonly Drafted[] {
  const all = drafts.map(({ check, draft }) => {
    const { message, quote, unions, digits, instancePointer, observed, key, location, patch, ...rest } = draft
    const clean = cleanDraft(redactor, draft)
    const example = { instancePointer: clean.instancePointer, observed: clean.observed }
    return { facts: [check.id, rest, typeof key, clean.key, clean.location, clean.patch], example }
  })
  const { method } = observation.request
  const place = [operation.key, method, observation.status, response?.status, mediaType?.type]
  // Whether a finding is suppressed depends on the others.
  const others = all.length === 1 ? [] : all.map(({ facts }) => facts)
  return all.map(({ facts, example }) => ({
    key: JSON.stringify([place, facts, others]),
    example,
    exampleText: JSON.stringify(example),
  }))
}
