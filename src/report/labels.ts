import type { Cause, Finding, Severity, Site } from '../model/finding.ts'
import type { Json, Pointer } from '../model/json.ts'
import { printable, printableJson, printableLines } from '../model/printable.ts'
import type { CouldNotCheck, DocumentInput, LastGood, Report, Subject } from '../model/report.ts'
import { pointerTokens } from '../util/pointer.ts'
import { plural } from '../util/text.ts'
import { isFailing, lostSource } from './build.ts'
import { shortfallsOf } from './summary/coverage-labels.ts'
import { ledgerWords, noEffectWords } from './summary/ledger-words.ts'
import { semverWords } from './summary/semver.ts'
import { contractTally, countedWords, liveTally, severityWords, tallyOf, verdictWords } from './summary/tally.ts'

export { printable, printableLines }

/** The mark before a finding, by severity. */
export const marks: Readonly<Record<Severity, string>> = { error: '✖', warning: '▲', info: '•', off: ' ' }

/**
 * A value as indented JSON that reads back as it was, with nothing in it that a terminal, a reader's eye or a runner of
 * GitHub Actions would take for something else.
 */
export function jsonText(value: unknown): string {
  return `${printableJson(JSON.stringify(value, null, 2))}\n`
}

/**
 * The same of an object, in pieces of some items of its lists: they are written while the next one is made, which a long text would
 * be copied for several times.
 */
export function* jsonPieces(value: object): Generator<string> {
  let opening = '{'
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    const items: readonly unknown[] = Array.isArray(member) ? member : []
    const head = `{\n  ${JSON.stringify(key)}: [\n    0`.length
    for (let at = 0; at === 0 || at < items.length; at += itemsAtOnce) {
      const some = items.slice(at, at + itemsAtOnce)
      // Behind another item, because a comma that is put before a text is a copy of the text.
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

/** A value as one line of JSON, cut after `limit` characters. */
export function brief(value: Json | undefined, limit = 120): string {
  const text = printable(JSON.stringify(value) ?? '')
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text
}

/** Where a finding is, in words: `LoanTransaction.status`, `GET /loans 200 application/json /[]/status`. */
export function locationOf(site: Site): string {
  if (site.component !== undefined && site.componentPointer === undefined) {
    const [kind, name = ''] = pointerTokens(site.component).slice(-2)
    const noun = kind !== undefined && Object.hasOwn(componentNouns, kind) ? `${componentNouns[kind]} ` : ''
    // The schema of a parameter, header or body needs no name of its own.
    return `${noun}${name}${dotted(noun === '' ? site.pointer : site.pointer.replace(/^(?:\/content\/[^/]*)?\/schema(?=\/|$)/, ''))}`
  }
  const path = dotted(site.pointer)
  return [site.operation ?? '', site.part ?? '', path.startsWith('.') ? path.slice(1) : path].filter(Boolean).join(' ')
}

const componentNouns: Readonly<Record<string, string>> = {
  ...{ parameters: 'parameter', headers: 'header', responses: 'response', requestBodies: 'request body' },
}

/** `200 application/json content[].status` reads `200 content[].status`: what most bodies are is left out. */
export function withoutJson(location: string): string {
  return location.replace(/\b(\d\d\d|[1-5]XX|default|body) application\/(?:[\w.+-]+\+)?json\b/, '$1')
}

/** A schema pointer (`/properties/status`) and a pointer in a body (`/status`) both read `.status`. */
function dotted(pointer: Pointer): string {
  // A change of the list of alternatives is one of the schema that has it.
  const tokens = pointerTokens(pointer.replace(/\/(?:anyOf|oneOf)$/, ''))
  let text = ''
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    if (token === 'properties' && index + 1 < tokens.length) text += `.${tokens[++index]}`
    else if (token === 'items' || token === '*') text += '[]'
    else if (token === 'additionalProperties') text += '.*'
    else text += `.${token}`
  }
  return text
}

/** `specs/lending/b07.yaml:812:9`: the revision's line, else the base's. */
export function sourceOf(finding: Finding): string | undefined {
  const at = finding.source.revision ?? finding.source.base
  return at && `${at.file}:${at.line}:${at.column}`
}

/** The names of the two versions, without the API's own name where it is already printed. */
export function versionOf(report: Pick<Report, 'api'>, input: DocumentInput | undefined): string {
  if (input === undefined) return ''
  const prefix = `${report.api ?? ''}@`
  return input.name.startsWith(prefix) ? input.name.slice(prefix.length) : input.name
}

/** What came about, by the kind of a cause. */
export const causeLabels = {
  'provider-changed': 'the provider changed',
  'contract-changed': 'the contract changed',
  'never-conformed': 'never conformed',
  unknown: 'not known',
} satisfies Record<Cause['kind'], string>

/** `the provider changed: green on 2026-11-19, run of b06`. */
export function causeOf({ cause }: Finding): string | undefined {
  return cause && `${causeLabels[cause.kind]}: ${cause.evidence}`
}

const policyWords = { error: 'breaking', warning: 'risky', info: 'compatible', off: '' } as const

/** `2 breaking · 1 risky · 9 compatible`, or `no changes`: by what the policy calls breaking. */
export function countByPolicy(findings: readonly Finding[]): string {
  const counted = (['error', 'warning', 'info'] as const)
    .map((severity) => [findings.filter((one) => one.severity === severity).length, policyWords[severity]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
  return counted.length === 0 ? 'no changes' : counted.join(' · ')
}

/** The verdict, and the severity where the policy makes of it something else than `compat` would. */
export function verdictOf({ verdict, severity }: Finding): string {
  return policyWords[severity] === verdict ? verdict : `${verdict}, ${severity} by policy`
}

/** The description that the changes of the contract lead to: the published one, if it is not the snapshot the API is held to. */
export function changedTo({ inputs }: Pick<Report, 'inputs'>): DocumentInput | undefined {
  return inputs.published ?? inputs.revision
}

/**
 * `the published description differs from the snapshot: 5 breaking, among them GET /me was removed`: for the first line of a
 * monitor. Undefined if no change of the contract fails the run, and the published description is the snapshot.
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

/** `SHOP_TOKEN was refused (401): expired?`: the credentials that no call got through with. */
export function refusedWords({ responses }: Report): readonly string[] {
  return Object.entries(responses?.refused ?? {}).map(
    ([names, status]) => `${names} was refused (${status}): ${status === 401 ? 'expired?' : 'not allowed?'}`,
  )
}

/** `fails on error and above`, `never fails`. */
export function failOnWords({ failOn }: Pick<Report, 'failOn'>): string {
  return failOn === 'never' ? 'never fails' : `fails on ${failOn}${failOn === 'error' ? '' : ' and above'}`
}

/** The one sentence a reader should take away: the verdict of the whole run. */
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
    if (failing > 0) return `${plural(failing, 'finding')} at or above ${report.failOn}: ${counts}`
    return `${report.failOn === 'never' ? 'Changes' : `Nothing at or above ${report.failOn}`}: ${counts}`
  }
  const contract = contractWords(report)
  if (failing > 0 && contract !== undefined && tally.severities.error + tally.severities.warning === 0)
    return `${contract[0]?.toUpperCase()}${contract.slice(1)}${inconclusive}`
  if (failing > 0)
    return `The live API drifted from its contract: ${severityWords(tally)}${contract === undefined ? '' : `; ${contract}`}${inconclusive}`
  const short = shortfallsOf(report).length
  if (short > 0) return `Nothing at or above ${report.failOn}, but coverage is below what is asked for${inconclusive}`
  if (inconclusive !== '')
    return `Nothing at or above ${report.failOn} in the responses that were checked${inconclusive}`
  if (tally.total > 0) return `Nothing at or above ${report.failOn}: ${countedWords(tally)}`
  return `The live API keeps its contract: ${operations.called} of ${plural(operations.total, 'operation')} called, ${plural(calls, 'call')}`
}

/** Why the run is not in its history, if it isn't. */
export function notRememberedWords({ notChecked }: Report): readonly string[] {
  return notChecked.flatMap(({ kind, because }) => (kind === 'not-remembered' ? [`not remembered: ${because}`] : []))
}

/** What `no changes` does not speak of. */
export function unreadWords({ notChecked }: Report): string {
  return notChecked.length === 0 ? '' : ` found, ${notChecked.length} not checked`
}

/** `Could not check: No response from … Last run that could check: 2026-11-20 08:00 UTC (last-good/index.html).` */
export function couldNotCheckOf({ message, lastGood }: CouldNotCheck): string {
  return `Could not check: ${message} ${lastGoodOf(lastGood)}`
}

/** `Last run that could check: 2026-11-20 08:00 UTC (last-good/index.html).` */
export function lastGoodOf(lastGood: LastGood | undefined): string {
  if (lastGood === undefined) return 'Last run that could check: none is known.'
  const { startedAt, page } = lastGood
  const when = startedAt === undefined ? '' : `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
  const where = page === undefined ? '' : when === '' ? page : ` (${page})`
  return `Last run that could check: ${when}${where}.`
}

/** What the live API was found to do. */
export function liveOf({ findings }: Report): readonly Finding[] {
  return findings.filter((finding) => finding.kind !== 'contract')
}

/** What the contract was found to change. */
export function contractOf({ findings }: Report): readonly Finding[] {
  return findings.filter((finding) => finding.kind === 'contract')
}

/** `gateway 1×, unreachable 2×`: why calls of an operation could not be checked. */
export function outcomesOf({ outcomes = {} }: Subject): string {
  return Object.entries(outcomes)
    .filter(([outcome, calls]) => outcome !== 'received' && calls > 0)
    .map(([outcome, calls]) => `${outcome} ${calls}×`)
    .join(', ')
}

/** The findings of a report, those of a changelog's entries included. */
export function allFindings(report: Report): readonly Finding[] {
  return [...report.findings, ...(report.changelog ?? []).flatMap((entry) => entry.findings)]
}
