import type { SourcePosition } from '../../model/document.ts'
import type { Finding, Severity } from '../../model/finding.ts'
import { defineReporter, type Report } from '../../model/report.ts'
import { byText, plural } from '../../util/text.ts'
import { exitCodeOf, isInconclusive, isUnaccepted } from '../build.ts'
import { docsLink, docsUrl } from '../docs-link.ts'
import { filterWords } from '../filter/filter-words.ts'
import { allFindings, couldNotCheckOf, jsonText, locationOf, outcomesOf, printable } from '../labels.ts'
import { ownerOf } from '../summary/reach.ts'
import { acceptanceOf } from '../summary/tally.ts'

type Node = Readonly<Record<string, unknown>>

/** Maximum number of results per run that GitHub code scanning keeps. */
const limit = 5000

/** SARIF 2.1.0 for code scanning, within GitHub's limits. */
export default defineReporter({
  name: 'sarif',
  file: 'report.sarif',
  title: 'SARIF 2.1.0 for code scanning',
  render(report) {
    const findings = allFindings(report).toSorted((a, b) => rank(b) - rank(a))
    const kept = findings.slice(0, limit)
    const ids = [...new Set(kept.map((finding) => finding.ruleId))].sort(byText)
    const filter = filterWords(report)
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'specdrift',
              informationUri: docsUrl,
              semanticVersion: report.tool.version,
              rules: ids.map((id) => ruleOf(report, id, kept)),
            },
          },
          automationDetails: { id: `specdrift/${report.kind}/${encodeURIComponent(printable(report.api ?? ''))}` },
          invocations: [
            {
              executionSuccessful: exitCodeOf(report) !== 2,
              toolExecutionNotifications: notesOf(report, findings.length - kept.length),
            },
          ],
          columnKind: 'utf16CodeUnits',
          ...(filter !== undefined && { properties: { filter: printable(filter) } }),
          results: kept.map((finding) => resultOf(report, finding, ids)),
        },
      ],
    }
    return jsonText(log)
  },
})

const ranks: Readonly<Record<Severity, number>> = { off: 0, info: 1, warning: 2, error: 3 }

/** Ranks results for truncation: accepted findings are dropped first. */
function rank(finding: Finding): number {
  return ranks[finding.severity] + (isUnaccepted(finding) ? ranks.error : 0)
}

function ruleOf(report: Report, id: string, findings: readonly Finding[]): Node {
  const example = findings.find((finding) => finding.ruleId === id)
  const title = report.rules.find((rule) => rule.id === id)?.title ?? id
  const { why = '', fix = '' } = example ?? {}
  const helpUri = docsLink(id)
  return {
    id,
    ...(helpUri !== undefined && { helpUri }),
    shortDescription: { text: printable(title) },
    fullDescription: { text: printable(why || title) },
    help: { text: printable(`Why: ${why} Fix: ${fix}`) },
    defaultConfiguration: { level: levels[example?.severity ?? 'warning'] },
    properties: { tags: ['openapi', example?.kind ?? 'contract'] },
  }
}

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', off: 'none' }

function resultOf(report: Report, finding: Finding, ids: readonly string[]): Node {
  const { ruleId, severity, source, site, message, state, fingerprint, verdict, reaches, uses } = finding
  const at = source.revision ?? source.base
  const location = printable(locationOf(site))
  const before = source.revision === undefined ? undefined : source.base
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level: levels[severity],
    message: { text: shortened(`${location} ${printable(message)}`) },
    locations: [
      {
        ...physical(at ?? report.inputs.revision),
        logicalLocations: logicalOf(finding),
      },
    ],
    ...(before !== undefined && { relatedLocations: [{ ...physical(before), message: { text: 'as it was' } }] }),
    partialFingerprints: { 'specdrift/v1': fingerprint },
    ...(isUnaccepted(finding) ? {} : { suppressions: [suppressionOf(finding)] }),
    properties: {
      verdict,
      state,
      reaches: reaches.slice(0, 100).map(printable),
      uses: uses?.slice(0, 100).map((use) => ({ ...use, operation: printable(use.operation) })),
    },
  }
}

function suppressionOf(finding: Finding) {
  const justification = acceptanceOf(finding)
  return {
    kind: 'external',
    status: 'accepted',
    ...(justification !== undefined && { justification: printable(justification) }),
  }
}

/** Returns logical locations: operation and component for a live finding, only one of them for a change. */
function logicalOf(finding: Finding): Node[] {
  const { site } = finding
  const owner = ownerOf(finding)
  const kind = site.component === undefined || owner !== undefined ? 'function' : 'type'
  const own = { fullyQualifiedName: printable(locationOf(site)), kind }
  return owner === undefined ? [own] : [own, { fullyQualifiedName: printable(owner), kind: 'type' }]
}

/** Maximum length of a string. GitHub limits a gzipped SARIF file to 10 MB. */
const longest = 4000

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text
}

/** Returns a physical location: a position, or a whole file. Lines and columns are one-based in both formats. */
function physical(at: SourcePosition | { readonly file: string } | undefined): Node {
  if (at === undefined) return {}
  const artifactLocation = artifactOf(at.file)
  const region = 'line' in at ? { region: { startLine: at.line, startColumn: at.column } } : {}
  return { physicalLocation: { artifactLocation, ...region } }
}

/** Returns an artifact location, relative to the repository if possible. `git:<rev>:<path>` refers to a file in it. */
function artifactOf(file: string): Node {
  if (/^https?:\/\//i.test(file) && URL.canParse(file)) return { uri: new URL(file).href }
  const path = printable(file.replace(/^git:[^:]*:/, ''))
  const uri = path.split('/').map(encodeURIComponent).join('/')
  if (path.startsWith('/')) return { uri: `file://${uri}` }
  return /^[A-Za-z]:\//.test(path) ? { uri: `file:///${uri.replace('%3A', ':')}` } : { uri, uriBaseId: '%SRCROOT%' }
}

/** Returns notifications about omitted results and unchecked parts. */
function notesOf(report: Report, cut: number): Node[] {
  const note = (level: string, text: string): Node => ({ level, message: { text: printable(text) } })
  const notes = [
    ...(report.couldNotCheck === undefined ? [] : [note('error', couldNotCheckOf(report.couldNotCheck))]),
    ...(cut > 0
      ? [note('warning', `${plural(cut, 'result')} of the lowest severity omitted: report.json contains all`)]
      : []),
    ...report.subjects
      .filter(isInconclusive)
      .map((subject) => note('error', `not checked: ${subject.operation} ${outcomesOf(subject)}`)),
    ...report.notChecked.map(({ operation = '', what, because }) =>
      note('warning', `not checked: ${[operation, what].filter(Boolean).join(' ')}: ${because}`),
    ),
  ]
  const rest = notes.length - limit
  return rest > 0 ? [...notes.slice(0, limit), note('warning', `${plural(rest, 'note')} more`)] : notes
}
