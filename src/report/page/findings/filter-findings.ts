import type { Finding } from '../../../model/finding.ts'
import { isUnaccepted } from '../../build.ts'
import { locationOf } from '../../labels.ts'
import { consumersOf, operationsOf } from '../page-data.ts'
import { filters, type ViewState } from './view-state.ts'

/** Lower-case search text per finding, computed lazily. */
const texts = new WeakMap<Finding, string>()

/** Returns the findings that contain all search words and match all filters. */
export function filterFindings(findings: readonly Finding[], state: ViewState): readonly Finding[] {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = filters.filter((name) => state[name] !== '')
  if (words.length === 0 && wanted.length === 0) return findings
  return findings.filter(
    (finding) =>
      wanted.every((name) => valuesOf[name](finding).includes(state[name])) &&
      (words.length === 0 || words.every((word) => textOf(finding).includes(word))),
  )
}

/** Values of a finding for each filter. */
export const valuesOf: Readonly<Record<(typeof filters)[number], (finding: Finding) => readonly string[]>> = {
  severity: ({ severity }) => [severity],
  state: (finding) => (isUnaccepted(finding) ? [finding.state, 'unaccepted'] : [finding.state]),
  kind: ({ kind }) => [kind],
  rule: ({ ruleId }) => [ruleId],
  operation: operationsOf,
  consumer: consumersOf,
}

/** Precomputes search texts of some findings. Returns false after the last one. */
export function prepareTexts(findings: readonly Finding[], from: number, count: number): boolean {
  for (const finding of findings.slice(from, from + count)) textOf(finding)
  return from + count < findings.length
}

function textOf(finding: Finding): string {
  const known = texts.get(finding)
  if (known !== undefined) return known
  const parts = [locationOf(finding.site)]
  collect(finding, parts)
  const text = parts.join('\n').toLowerCase()
  texts.set(finding, text)
  return text
}

/** Members excluded from search: they are the same for all findings of a rule, or repeat other members. */
const unsearched = new Set(['why', 'fix', 'derivation', 'patch', 'line', 'column', 'kind', 'verdict', 'dialect'])

/** Collects the values of an object for search, without property names. */
function collect(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (typeof value === 'number') into.push(String(value))
  else if (typeof value === 'object' && value !== null)
    for (const name in value) if (!unsearched.has(name)) collect(value[name as keyof typeof value], into)
}
