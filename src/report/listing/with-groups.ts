import type { Finding } from '../../model/finding.ts'
import { byText } from '../../util/text.ts'
import { above, messageAlone } from './alike.ts'

/** A first run is to be read in two minutes: with more lines what is the same on several operations is one, too. */
const mostLines = 30

/**
 * The findings with the group of each that is listed with others as one: live findings of one rule, severity and state on
 * several members of one component, of one object, or of values for one part of a request; where more than 30 lines are left,
 * those of operations as a whole with one message, the largest groups first.
 */
export function withGroups(findings: readonly Finding[]): readonly Finding[] {
  const keys = findings.map(objectKey)
  const counts = countsOf(keys)
  const own = keys.map((key) => (key !== undefined && (counts.get(key) ?? 0) > 1 ? key : undefined))
  const live = findings.filter(isListed)
  const folded = own.filter((key) => key !== undefined)
  let lines = live.length - folded.length + new Set(folded).size
  const same = findings.map((finding, index) => (own[index] === undefined ? messageKey(finding) : undefined))
  const chosen = new Set<string>()
  for (const [key, count] of [...countsOf(same)].sort(([a, many], [b, more]) => more - many || byText(a, b))) {
    if (lines <= mostLines || count < 2) break
    chosen.add(key)
    lines -= count - 1
  }
  return findings.map(({ group: _, ...finding }, index) => {
    const key = own[index] ?? (chosen.has(same[index] ?? '') ? same[index] : undefined)
    return key === undefined ? finding : { ...finding, group: idOf(key) }
  })
}

/** FNV-1a of 32 bits from two offsets: a browser, where the page's script runs, has no synchronous hash of its own. */
function idOf(key: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((offset) => {
      let hash = offset
      for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}

function countsOf(keys: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** What is accepted asks for nothing. */
function isListed({ kind, state }: Finding): boolean {
  return kind === 'drift' && state !== 'accepted' && state !== 'fixed'
}

function objectKey(finding: Finding): string | undefined {
  const { ruleId, severity, state, site } = finding
  const { component, status, operation = '', direction = '', part = '', pointer } = site
  if (!isListed(finding)) return undefined
  const of = ['object', ruleId, severity, state, direction]
  if (component !== undefined) return JSON.stringify([...of, component])
  if (pointer !== '')
    return JSON.stringify([...of, ...(status === undefined ? [operation, part] : [status]), above(pointer)])
  const isValue = direction === 'request' && /^(query|header|cookie|path|body) /.test(part)
  return isValue ? JSON.stringify([...of, operation, part]) : undefined
}

function messageKey(finding: Finding): string | undefined {
  const { ruleId, severity, state, site } = finding
  // Members of different objects have little in common.
  if (!isListed(finding) || site.pointer !== '') return undefined
  return JSON.stringify([
    'message',
    ruleId,
    severity,
    state,
    site.direction ?? '',
    site.part ?? '',
    messageAlone(finding),
  ])
}
