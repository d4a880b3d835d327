import type { Finding } from '../../model/finding.ts'
import type { Description } from '../../model/operation.ts'
import type { ConsumerHit, ConsumerInput, ConsumerUse } from '../../model/report/consumer.ts'
import { messageAlone } from '../../report/listing/alike.ts'
import { hitFinder } from '../../traffic/consumers/hits.ts'
import { firstOf, plural } from '../../util/text.ts'

/** Returns the consumers in the form of a report. */
export function consumerInputs(consumers: readonly ConsumerUse[]): readonly ConsumerInput[] {
  return consumers.map(({ consumer, sources, operations }) => ({
    consumer,
    sources,
    operations: Object.keys(operations).length,
  }))
}

/** Adds the affected consumers to each finding and its message. Severities are unchanged. */
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

/** Reverts `withHits`, so that other consumers can be evaluated. */
export function withoutHits(finding: Finding): Finding {
  const { hits, ...plain } = finding
  return hits === undefined ? finding : { ...plain, message: messageAlone(finding) }
}

/**
 * Like `withHits` for contract changes, with adjusted severities: a change without affected consumers is information, and
 * removing a value that a consumer reads is an error.
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

/** Formats hits: `hits checkout-web (reads /status); 2 others do not use it`. */
function sentenceOf(hits: readonly ConsumerHit[], all: number): string {
  const others = all - hits.length
  if (hits.length === 0) return `hits none of ${plural(all, 'consumer')}`
  const named = hits.map(({ consumer, kind, what, operation }) => `${consumer} (${kind} ${what ?? operation})`)
  const rest = others === 0 ? '' : `; ${plural(others, 'other')} ${others === 1 ? 'does' : 'do'} not use it`
  return `hits ${firstOf(named, 5)}${rest}`
}
