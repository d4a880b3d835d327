import type { Cause, Finding, Severity, Site } from '../model/finding.ts'
import type { Json, Pointer } from '../model/json.ts'
import { printable, printableJson, printableLines } from '../model/printable.ts'
import type { CouldNotCheck, DocumentInput, LastGood, Report, Subject } from '../model/report.ts'
import { pointerTokens } from '../util/pointer.ts'
import { plural } from '../util/text.ts'
import { isFailing, lostSource } from './build.ts'
import { shortfallsOf } from './summary/coverage-labels.ts'
import { diffWord } from './summary/diff-word.ts'
import { ledgerWords, noEffectWords } from './summary/ledger-words.ts'
import { semverWords } from './summary/semver.ts'
import { contractTally, countedWords, liveTally, severityWords, tallyOf, verdictWords } from './summary/tally.ts'

export { printable, printableLines }

/** Symbol printed before a finding, by severity. */
export const marks: Readonly<Record<Severity, string>> = { error: '✖', warning: '▲', info: '•', off: ' ' }

/**
 * Returns indented JSON with control and bidirectional characters escaped, so that it can't forge terminal sequences or commands.
 */
export function jsonText(value: unknown): string {
  return `${printableJson(JSON.stringify(value, null, 2))}\n`
}

/** Yields the text of `jsonText` in pieces, so that writing can start early and no long string is copied repeatedly. */
export function* jsonPieces(value: object): Generator<string> {
  let opening = '{'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    const items: readonly unknown[] = Array.isArray(member) ? member : []
    const head = `{\n  ${JSON.stringify(key)}: [\n    0`.length
    for (let at = 0; at === 0 || at < items.length; at += itemsAtOnce) {
      const some = items.slice(at, at + itemsAtOnce)
      // A dummy first item makes JSON.stringify emit the comma. Prepending a comma would copy the string.
      const text = JSON.stringify({ [key]: at > 0 ? [0, ...some] : items.length > 0 ? some : member }, null, 2)
      const isLast = at + itemsAtOnce >= items.length
      const written = text.slice(at > 0 ? head : 1, isLast ? -'\n}'.length : -'\n  ]\n}'.length)
      yield printableJson(at > 0 ? written : opening + written)
      opening = ','
    }
  }
  yield opening === '{' ? '{}\n' : '\n}\n'
}

const itemsAtOnce = 16

/** Returns a value as one line of JSON, truncated to `limit` characters. */
export function brief(value: Json | undefined, limit = 120): string {
  const text = printable(JSON.stringify(value) ?? '')
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/** Returns the location of a finding as text: `LoanTransaction.status`, `GET /loans 200 application/json /[]/status`. */
export function locationOf(site: Site): string {
  if (site.component !== undefined && site.componentPointer === undefined) {
    const [kind, name = ''] = pointerTokens(site.component).slice(-2)
    const noun = kind !== undefined && Object.hasOwn(componentNouns, kind) ? `${componentNouns[kind]} ` : ''
    // Parameters, headers and bodies have one schema, so its pointer segment is omitted.
    return `${noun}${name}${dotted(noun === '' ? site.pointer : site.pointer.replace(/^(?:\/content\/[^/]*)?\/schema(?=\/|$)/, ''))}`
  }
  const path = dotted(site.pointer)
  return [site.operation ?? '', site.part ?? '', path.startsWith('.') ? path.slice(1) : path].filter(Boolean).join(' ')
}

const componentNouns: Readonly<Record<string, string>> = {
  ...{ parameters: 'parameter', headers: 'header', responses: 'response', requestBodies: 'request body' },
}

/** Removes JSON media types from a location: `200 application/json content[].status` becomes `200 content[].status`. */
export function withoutJson(location: string): string {
  return location.replace(/\b(\d\d\d|[1-5]XX|default|body) application\/(?:[\w.+-]+\+)?json\b/, '$1')
}

/** Converts a schema pointer (`/properties/status`) or a pointer into a body (`/status`) to `.status`. */
function dotted(pointer: Pointer): string {
  // A change of the list of alternatives is reported at the schema that has the list.
  const tokens = pointerTokens(pointer.replace(/\/(?:anyOf|oneOf)$/, ''))
  let text = ''
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    if (token === 'properties' && index + 1 < tokens.length) text += `.${tokens[++index]}`
    // The branch of an `allOf` doesn't change where the member is.
    else if (token === 'allOf' && /^\d+$/.test(tokens[index + 1] ?? '')) index++
    else if (token === 'items' || token === '*') text += '[]'
    else if (token === 'additionalProperties') text += '.*'
    else text += `.${token}`
  }
  return text
}

/** Returns the source position `specs/lending/b07.yaml:812:9`, in the revision if present, otherwise in the base. */
export function sourceOf(finding: Finding): string | undefined {
  const at = finding.source.revision ?? finding.source.base
  return at && `${at.file}:${at.line}:${at.column}`
}

/** Returns the name of a version, without the API name as prefix. */
export function versionOf(report: Pick<Report, 'api'>, input: DocumentInput | undefined): string {
  if (input === undefined) return ''
  const prefix = `${report.api ?? ''}@`
  return input.name.startsWith(prefix) ? input.name.slice(prefix.length) : input.name
}

/** Label for each kind of cause. */
export const causeLabels = {
  'provider-changed': 'the provider changed',
  'contract-changed': 'the contract changed',
  'never-conformed': 'never conformed',
  unknown: 'not known',
} satisfies Record<Cause['kind'], string>

/** Returns the cause of a finding: `the provider changed: green on 2026-11-19, run of b06`. */
export function causeOf({ cause }: Finding): string | undefined {
  return cause && `${causeLabels[cause.kind]}: ${cause.evidence}`
}

const policyWords = { error: 'breaking', warning: 'risky', info: 'compatible', off: '' } as const

/** Counts findings by severity in compatibility terms: `2 breaking · 1 risky · 9 compatible`, or `no changes`. */
export function countByPolicy(findings: readonly Finding[]): string {
  const counted = (['error', 'warning', 'info'] as const)
    .map((severity) => [findings.filter((one) => one.severity === severity).length, policyWords[severity]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
  return counted.length === 0 ? 'no changes' : counted.join(' · ')
}

/** Returns the verdict of a finding, plus its severity if the policy changed it. */
export function verdictOf({ verdict, severity }: Finding): string {
  return policyWords[severity] === verdict ? verdict : `${verdict}, ${severity} by policy`
}

/** Returns the newer side of contract changes: the published description if it differs from the snapshot, otherwise the revision. */
export function changedTo({ inputs }: Pick<Report, 'inputs'>): DocumentInput | undefined {
  return inputs.published ?? inputs.revision
}

/**
 * Returns the contract part of a monitor's headline: `the published description differs from the snapshot: 5 breaking, among them
 * GET /me was removed`. Undefined if no contract change fails the run and the published description equals the snapshot.
 */
export function contractWords(report: Report): string | undefined {
  if (report.kind !== 'monitor') return undefined
  const failing = contractOf(report).filter((finding) => isFailing(report, finding))
  const what =
    report.inputs.published === undefined
      ? 'the new snapshot changes the contract'
      : 'the published description differs from the snapshot'
  const [first] = failing
  const lost = lostSource(report)
  if (first === undefined && lost !== undefined)
    return `the published description could not be read for too long: ${lost}`
  if (first === undefined) return report.inputs.published === undefined ? undefined : what
  const { error, warning, info } = tallyOf(failing).severities
  const counts = [error > 0 && `${error} breaking`, warning > 0 && `${warning} risky`, info > 0 && `${info} compatible`]
  const among = failing.length === 1 ? '' : 'among them '
  return `${what}: ${counts.filter(Boolean).join(', ')}, ${among}${locationOf(first.site)} ${first.message}`
}

/** Lists credentials that were rejected in every call: `SHOP_TOKEN was refused (401): expired?`. */
export function refusedWords({ responses }: Report): readonly string[] {
  return Object.entries(responses?.refused ?? {}).map(
    ([names, status]) => `${names} was refused (${status}): ${status === 401 ? 'expired?' : 'not allowed?'}`,
  )
}

/** Returns the threshold in words: `fails on error and above`, `never fails`. */
export function failOnWords({ failOn }: Pick<Report, 'failOn'>): string {
  return failOn === 'never' ? 'never fails' : `fails on ${failOn}${failOn === 'error' ? '' : ' and above'}`
}

/** Returns one sentence with the verdict of the whole run. */
export function headlineOf(report: Report, failing: number): string {
  if (report.couldNotCheck !== undefined) return couldNotCheckOf(report.couldNotCheck)
  const { operations, calls } = report.summary
  const tally = liveTally(report)
  const inconclusive =
    operations.inconclusive > 0 ? `, ${plural(operations.inconclusive, 'operation')} could not be checked` : ''
  if (report.kind === 'changelog')
    return `Changelog of ${report.api ?? 'the API'}: ${countByPolicy(allFindings(report))}`
  if (report.kind === 'diff') {
    if (report.findings.length === 0 && report.filter === undefined)
      return noEffectWords(report) ?? `No changes${unreadWords(report)}`
    const counts = [verdictWords(contractTally(report)), ledgerWords(report), semverWords(report.semver)]
      .filter(Boolean)
      .join(' · ')
    return `${diffWord(report)}: ${counts}`
  }
  const contract = contractWords(report)
  if (failing > 0 && contract !== undefined && tally.severities.error + tally.severities.warning === 0)
    return `${contract[0]?.toUpperCase()}${contract.slice(1)}${inconclusive}`
  if (failing > 0)
    return `The live API drifted from its contract: ${severityWords(tally)}${contract === undefined ? '' : `; ${contract}`}${inconclusive}`
  const short = shortfallsOf(report).length
  if (short > 0) return `Nothing at or above ${report.failOn}, but coverage is below the minimum${inconclusive}`
  if (inconclusive !== '')
    return `Nothing at or above ${report.failOn} in the responses that were checked${inconclusive}`
  if (tally.total > 0) return `Nothing at or above ${report.failOn}: ${countedWords(tally)}`
  return `The live API keeps its contract: ${operations.called} of ${plural(operations.total, 'operation')} called, ${plural(calls, 'call')}`
}

/** Returns the reasons why the run is missing from the history, if it is. */
export function notRememberedWords({ notChecked }: Report): readonly string[] {
  return notChecked.flatMap(({ kind, because }) => (kind === 'not-remembered' ? [`not remembered: ${because}`] : []))
}

/** Returns a suffix for `no changes` if parts of the descriptions were not checked. */
export function unreadWords({ notChecked }: Report): string {
  return notChecked.length === 0 ? '' : ` found, ${notChecked.length} not checked`
}

/** `Could not check: No response from … Last run with a result: 2026-11-20 08:00 UTC (last-good/index.html).` */
export function couldNotCheckOf({ message, lastGood }: CouldNotCheck): string {
  return `Could not check: ${message} ${lastGoodOf(lastGood)}`
}

/** `Last run with a result: 2026-11-20 08:00 UTC (last-good/index.html).` */
export function lastGoodOf(lastGood: LastGood | undefined): string {
  if (lastGood === undefined) return 'Last run with a result: unknown.'
  const { startedAt, page } = lastGood
  const when = startedAt === undefined ? '' : `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
  const where = page === undefined ? '' : when === '' ? page : ` (${page})`
  return `Last run with a result: ${when}${where}.`
}

export function liveOf({ findings }: Report): readonly Finding[] {
  return findings.filter((finding) => finding.kind !== 'contract')
}

export function contractOf({ findings }: Report): readonly Finding[] {
  return findings.filter((finding) => finding.kind === 'contract')
}

/** Returns why calls of an operation could not be checked: `gateway 1×, unreachable 2×`. */
export function outcomesOf({ outcomes = {} }: Subject): string {
  return Object.entries(outcomes)
    .filter(([outcome, calls]) => outcome !== 'received' && calls > 0)
    .map(([outcome, calls]) => `${outcome} ${calls}×`)
    .join(', ')
}

export function allFindings(report: Report): readonly Finding[] {
  return [...report.findings, ...(report.changelog ?? []).flatMap((entry) => entry.findings)]
}
