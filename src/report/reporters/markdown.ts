import { type Finding, impacts } from '../../model/finding.ts'
import { instanceOf } from '../../model/locations.ts'
import { defineReporter, type Report } from '../../model/report.ts'
import { firstOf, plural } from '../../util/text.ts'
import { countFailing, isFailing, isInconclusive } from '../build.ts'
import { docsLink } from '../docs-link.ts'
import { filterWords } from '../filter/filter-words.ts'
import {
  brief,
  causeOf,
  changedTo,
  countByPolicy,
  failOnWords,
  headlineOf,
  locationOf,
  marks,
  notRememberedWords,
  outcomesOf,
  sourceOf,
  verdictOf,
  versionOf,
} from '../labels.ts'
import { bundles, isOfOperation, unitedOf } from '../listing/alike.ts'
import { changelogBlocks } from '../markdown/changelog.ts'
import { coverageBlocks } from '../markdown/coverage.ts'
import { code, fitted, prose } from '../markdown/text.ts'
import { adviceOf, affectedWords } from '../summary/advice.ts'
import { consequencesOf, impactHeading, type RuleGroup, ruleGroups } from '../summary/consequences.ts'
import { shortfallsOf } from '../summary/coverage-labels.ts'
import { proofWords } from '../summary/deciding.ts'
import { type Section, sectionsOf } from '../summary/group.ts'
import { fixedLocation, joinedOf, reachOf } from '../summary/reach.ts'
import { acceptanceOf, contractTally, liveTally, stateOf, stateWords, verdictWords } from '../summary/tally.ts'
import { targetChangeLines, targetChangesTitle, targetChangesWords } from '../summary/target-changes.ts'

/** Markdown of at most 1 MiB, for a job summary or comment. */
export default defineReporter({
  name: 'markdown',
  file: 'report.md',
  title: 'Markdown for a job summary or a comment',
  render(report, { expand }) {
    const failing = countFailing(report)
    const mark =
      report.couldNotCheck !== undefined
        ? '⚠️ '
        : failing > 0 || shortfallsOf(report).length > 0
          ? '❌ '
          : report.summary.operations.inconclusive > 0
            ? '⚠️ '
            : '✅ '
    const filter = filterWords(report)
    const blocks = [
      `## ${report.kind === 'changelog' ? '' : mark}${prose(headlineOf(report, failing))}\n`,
      ...(filter === undefined ? [] : [`${prose(filter)}\n`]),
      ...(report.kind === 'changelog' ? [...changelogBlocks(report), ...notChecked(report)] : run(report, expand)),
    ]
    return fitted(blocks)
  },
})

function run(report: Report, expand: boolean | undefined): string[] {
  return [
    facts(report),
    ...(report.couldNotCheck === undefined ? [] : [`${prose(report.couldNotCheck.hint)}\n`]),
    ...notRememberedWords(report).map((text) => `${prose(text.replace('not', 'Not'))}\n`),
    ...inconclusive(report),
    ...kinds(report),
    ...sectionsOf(report).flatMap((section) => group(report, section, expand)),
    ...list(
      'Fixed since the last run',
      (report.history?.fixed ?? []).map((fixed) => `${code(fixedLocation(fixed))} ${code(fixed.ruleId)}`),
    ),
    ...coverageBlocks(report),
    ...list(
      'Hints',
      report.hints.map(
        ({ operation, message }) => `${operation === undefined ? '' : `${code(operation)} `}${prose(message)}`,
      ),
    ),
    ...targetChanges(report),
    ...notChecked(report),
  ]
}

function facts(report: Report): string {
  const { inputs, summary, policy } = report
  const versions = [inputs.base, changedTo(report)]
    .map((input) => versionOf(report, input))
    .filter(Boolean)
    .map(code)
  const rows = [
    ['Contract', versions.join(' → ')],
    ...(inputs.target === undefined
      ? []
      : [
          ['Target', code(inputs.target)],
          ['Operations called', `${summary.operations.called} of ${summary.operations.total}`],
          ['Calls', String(summary.calls)],
          ['Not checked', String(summary.operations.inconclusive)],
          ['Live', stateWords(liveTally(report))],
        ]),
    ...(report.kind === 'test' ? [] : [['Contract changes', verdictWords(contractTally(report))]]),
    ['Who is hit', prose(affectedWords(report) ?? '')],
    ['What to do', prose(adviceOf(report) ?? '')],
    ['Policy', `${code(policy)}, ${failOnWords(report)}`],
  ]
  return `| | |\n|---|---|\n${rows
    .filter(([, value]) => value !== '')
    .map(([name, value = '']) => `| ${name} | ${value.replaceAll('|', '\\|')} |\n`)
    .join('')}`
}

/** Lists every breaking or risky kind of change before the details. */
function kinds(report: Report): string[] {
  const all = report.kind === 'diff' ? consequencesOf(report) : []
  if (all.reduce((sum, { findings }) => sum + findings.length, 0) < 2) return []
  const title = all.some(({ findings: [first] }) => first?.severity === 'error') ? 'What broke' : 'What may break'
  return list(
    title,
    impacts.flatMap((impact) => {
      const some = all.filter((each) => each.impact === impact)
      return some.length === 0
        ? []
        : [[prose(impactHeading(impact, some)), ...some.map(({ text }) => `  - ${prose(text)}`)].join('\n')]
    }),
  )
}

function inconclusive(report: Report): string[] {
  const subjects = report.subjects.filter(isInconclusive)
  return list(
    'Inconclusive',
    subjects.map((subject) => `${code(subject.operation)}: ${outcomesOf(subject)}`),
  )
}

/** Longer groups are collapsed. */
const mostUnfolded = 20

function group(report: Report, { title, findings, note }: Section, expand?: boolean): string[] {
  const lines = bundles(findings)
  const head = `### ${prose(title)}: ${countByPolicy(findings)}${note === undefined ? '' : ` · ${prose(note)}`}\n`
  if (lines.length <= mostUnfolded)
    return [head, ...lines.map((members) => item(report, members, members.slice(0, 1).map(reasons).join(''), expand))]
  const fold = ({ text, findings: some }: RuleGroup) => {
    const why = some.slice(0, 1).map(reasons).join('')
    const each = (expand === true ? some.map((one) => [one]) : bundles(some)).map((one) =>
      item(report, one, '', expand),
    )
    const last = `${each.at(-1) ?? ''}\n</details>\n\n`
    return [`<details><summary>${prose(text)}</summary>\n\n${why}`, ...each.slice(0, -1), last]
  }
  return [head, ...ruleGroups(report, findings).flatMap(fold)]
}

/** Formats why a finding matters. That of a compatible change would describe what its rule reports in the other direction. */
function reasons({ verdict, why, fix }: Finding): string {
  return verdict === 'compatible' ? '' : `  - why: ${prose(why)}\n  - fix: ${prose(fix)}\n`
}

/** Maximum number of locations listed for grouped findings. */
const mostNamed = 100

/** Formats grouped findings. `why` is the explanation of their rule, empty if stated above the group. */
function item(report: Report, members: readonly Finding[], why: string, expand?: boolean): string {
  return unitedOf(members)
    .map((finding) => itemOf(report, finding, { why, members, expand }))
    .join('')
}

/** Folds a long list of locations. */
function folded(places: readonly string[]): string {
  const text = firstOf(places, mostNamed)
  return places.length <= mostPlaces
    ? text
    : `<details><summary>${plural(places.length, 'place')}</summary>${text}</details>`
}

const mostPlaces = 5

interface Around {
  readonly why: string
  readonly members: readonly Finding[]
  readonly expand: boolean | undefined
}

function atInstance(finding: Finding): string {
  const instance = instanceOf(finding) ?? ''
  return instance === '' ? '' : ` at ${code(instance)}`
}

function itemOf(report: Report, finding: Finding, { why, members, expand }: Around): string {
  const { evidence, witness, site } = finding
  const places = [...new Set(members.map((member) => code(locationOf(member.site))))]
  const notes: readonly (readonly [string, string | undefined])[] = [
    [
      'proof',
      witness?.proven === true
        ? `${code(proofWords(finding, witness, 120))}, valid in the ${witness.validUnder} only`
        : undefined,
    ],
    [
      'observed',
      evidence?.observed === undefined ? undefined : `${code(brief(evidence.observed))}${atInstance(finding)}`,
    ],
    ['accepted', prose(acceptanceOf(finding) ?? '')],
    ['cause', finding.cause && prose(causeOf(finding) ?? '')],
    ['live', finding.observed && prose(finding.observed.evidence)],
    ['where', places.length > 1 ? folded(places) : undefined],
    ['reaches', isOfOperation(members[0]?.site ?? site) ? undefined : optionalCode(reachOf(finding, expand))],
    ['now on', optionalCode(joinedOf(finding, expand))],
    ['at', optionalCode(sourceOf(finding))],
    ['curl', optionalCode(evidence?.curl)],
    ['id', `${code(finding.fingerprint)}${finding.state === 'new' ? '' : ` (${prose(stateOf(finding))})`}`],
  ]
  const failing = isFailing(report, finding) ? '**' : ''
  const location = locationOf(site)
  const head = `- ${marks[finding.severity]} ${failing}${verdictOf(finding)}${failing} ${location === '' ? '' : `${code(location)} `}${prose(finding.message)} (${rule(finding)}${site.direction === undefined ? '' : `, ${site.direction}`})\n`
  return (
    head +
    why +
    notes.map(([name, text]) => (text === undefined || text === '' ? '' : `  - ${name}: ${text}\n`)).join('')
  )
}

/** Returns the rule id, linked to its documentation. */
function rule({ ruleId }: Finding): string {
  const link = docsLink(ruleId)
  return link === undefined ? code(ruleId) : `[${code(ruleId)}](${link})`
}

function targetChanges(report: Report): string[] {
  const words = targetChangesWords(report)
  if (words === undefined) return []
  const lines = targetChangeLines(report).map(({ where, text }) => `${code(where)} ${prose(text)}`)
  return list(targetChangesTitle, [prose(words), ...lines])
}

function notChecked({ notChecked: rows }: Report): string[] {
  return list(
    'Not checked',
    rows.map(
      ({ operation, what, because }) =>
        `${operation === undefined ? '' : `${code(operation)} `}${prose(what)}: ${prose(because)}`,
    ),
  )
}

function list(title: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : [`### ${title}\n`, ...rows.map((row) => `- ${row}\n`)]
}

function optionalCode(text: string | undefined): string | undefined {
  return text === undefined ? undefined : code(text)
}
