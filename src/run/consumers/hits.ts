import { hitFinder } from '../../consumers/hits.ts'
import type { Finding } from '../../model/finding.ts'
import type { Description } from '../../model/operation.ts'
import type { ConsumerHit, ConsumerInput, ConsumerUse } from '../../model/report/consumer.ts'
import { messageAlone } from '../../report/listing/alike.ts'
import { firstOf, plural } from '../../util/text.ts'

/** The consumers as a report names them. */
export function consumerInputs(consumers: readonly ConsumerUse[]): readonly ConsumerInput[] {
  return consumers.map(({ consumer, sources, operations }) => ({
    consumer,
    sources,
    operations: Object.keys(operations).length,
  }))
}

/** Adds to each finding which consumers it hits, in its message too. Severities stay. */
export function withHits(
  findings: readonly Finding[],
  descriptions: readonly Description[],
  consumers: readonly ConsumerUse[],
): readonly Finding[] {
  if (consumers.length === 0) return findings
  const { hitsOf } = hitFinder(descriptions, consumers)
  return findings.map((finding) => {
    if (finding.verdict === 'compatible') return finding
    const hits = hitsOf(finding)
    return { ...finding, hits, message: `${finding.message}; ${sentenceOf(hits, consumers.length)}` }
  })
}

/** A finding as it was before `withHits`, so that other consumers can be asked. */
export function withoutHits(finding: Finding): Finding {
  const { hits, ...plain } = finding
  return hits === undefined ? finding : { ...plain, message: messageAlone(finding) }
}

/**
 * The same for changes of a contract, with their severities by who is hit: a change that hits nobody is information,
 * and what is taken away is an error where a consumer is known to read it.
 */
export function judgedByHits(
  findings: readonly Finding[],
  descriptions: readonly Description[],
  consumers: readonly ConsumerUse[],
): readonly Finding[] {
  return withHits(findings, descriptions, consumers).map((finding) => {
    const { hits, severity, derivation = '' } = finding
    if (hits === undefined || severity === 'off' || severity === 'info') return finding
    if (hits.length === 0) return { ...finding, severity: 'info', derivation: `${derivation}; hits no consumer → info` }
    const isRead = finding.after === undefined && hits.some(({ kind }) => kind === 'reads')
    if (severity !== 'warning' || !isRead) return finding
    return { ...finding, severity: 'error', derivation: `${derivation}; a consumer reads it → error` }
  })
}

/** `hits checkout-web (reads /status); 2 others do not use it`. */
function sentenceOf(hits: readonly ConsumerHit[], all: number): string {
  const others = all - hits.length
  if (hits.length === 0) return `hits none of ${plural(all, 'consumer')}`
  const named = hits.map(({ consumer, kind, what, operation }) => `${consumer} (${kind} ${what ?? operation})`)
  const rest = others === 0 ? '' : `; ${plural(others, 'other')} ${others === 1 ? 'does' : 'do'} not use it`
  return `hits ${firstOf(named, 5)}${rest}`
}
