import { createHash } from 'node:crypto'
import type { Report } from '../../model/report.ts'
import { isFailing, isInconclusive } from '../build.ts'
import { coverageWords, shortfallsOf } from '../coverage-labels.ts'
import { type Section, sectionsOf } from '../group.ts'
import { headlineOf, outcomesOf, printable, versionOf } from '../labels.ts'
import { fixedLocation } from '../reach.ts'
import { liveTally, stateWords } from '../tally.ts'
import { CoverageMap } from './coverage-map.tsx'
import { FilterForm } from './filter-form.tsx'
import { Findings, numberOperations } from './findings.tsx'
import { OperationTree } from './operation-tree.tsx'
import { script } from './script.ts'
import { style } from './style.ts'
import { hasTrend, Trend } from './trend.tsx'

/** Nothing is loaded: only this one style sheet and this one script are allowed. */
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
].join('; ')

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The whole page of a report. */
export function Page({ report }: { readonly report: Report }) {
  const groups = sectionsOf(report)
  const operations = numberOperations(groups)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{printable(`${report.api ?? 'specdrift'} · ${report.kind}`)}</title>
        {/* Our own constant, unescaped so that its hash is the one allowed above. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>
          <Verdict report={report} groups={groups} />
          <Inconclusive report={report} />
          <FilterForm groups={groups} operations={operations} />
          <Findings report={report} groups={groups} operations={operations} />
          <Fixed report={report} />
          <Trend report={report} />
          <OperationTree report={report} groups={groups} />
          {report.coverage && <CoverageMap coverage={report.coverage} />}
          <Notes title="Hints" notes={report.hints.map(({ operation, message }) => ({ operation, text: message }))} />
        </main>
        <footer class="soft">
          <p>
            specdrift {printable(report.tool.version)} · policy {printable(report.policy)} · fails on {report.failOn}
            {report.times && ` · ${printable(report.times.startedAt)}`}
          </p>
        </footer>
        {/* As the style sheet. It stands last, so that what it works on is there. */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  )
}

/** Where it lies beside this page; what a report says instead is not followed. */
const keptPage = 'last-good/index.html'

function Verdict({ report, groups }: { readonly report: Report; readonly groups: readonly Section[] }) {
  const { inputs, summary, coverage } = report
  const failing = report.findings.filter((finding) => isFailing(report, finding)).length
  const look =
    report.couldNotCheck !== undefined
      ? 'inconclusive'
      : failing > 0 || shortfallsOf(report).length > 0
        ? 'failed'
        : summary.operations.inconclusive > 0
          ? 'inconclusive'
          : ''
  const versions = [inputs.base, inputs.revision].flatMap((input) => (input ? [versionOf(report, input)] : []))
  return (
    <header class={`verdict ${look}`}>
      <h1>{printable(headlineOf(report, failing))}</h1>
      <p class="soft">
        {printable(`${report.api ?? ''} ${versions.join(' → ')}`.trim())}
        {inputs.target && ` · ${printable(inputs.target)}`}
      </p>
      {report.couldNotCheck && <p>{printable(report.couldNotCheck.hint)}</p>}
      {report.couldNotCheck?.lastGood?.page === keptPage && (
        <p>
          <a href={keptPage}>The report of the last good run</a>
        </p>
      )}
      {shortfallsOf(report).map((text) => (
        <p key={text}>Coverage is too low: {printable(text)}</p>
      ))}
      {coverage && (
        <p class="soft">
          {stateWords(liveTally(report))} · {coverageWords(coverage)}
        </p>
      )}
      <nav aria-label="Sections">
        <ul>
          {[...groups.map(({ id, title }) => [id, title] as const), ...partsOf(report)].map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{printable(title)}</a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

function partsOf(report: Report): readonly (readonly [id: string, title: string])[] {
  return [
    ...(hasTrend(report) ? [['trend', 'Trend'] as const] : []),
    ...(report.subjects.length > 0 ? [['operations', 'Operations'] as const] : []),
    ...(report.coverage === undefined ? [] : [['coverage', 'Coverage'] as const]),
  ]
}

function Inconclusive({ report }: { readonly report: Report }) {
  const subjects = report.subjects.filter(isInconclusive)
  const notes = [
    ...subjects.map((subject) => ({ operation: subject.operation, text: outcomesOf(subject) })),
    ...report.notChecked.map(({ operation, what, because }) => ({ operation, text: `${what}: ${because}` })),
  ]
  return <Notes title="Inconclusive and not checked" notes={notes} />
}

function Fixed({ report }: { readonly report: Report }) {
  const notes = (report.history?.fixed ?? []).map((fixed) => ({
    operation: fixedLocation(fixed),
    text: `${fixed.ruleId}, ${fixed.fingerprint}`,
  }))
  return <Notes title="Fixed since the last run" notes={notes} />
}

interface NotesProps {
  readonly title: string
  readonly notes: readonly { readonly operation: string | undefined; readonly text: string }[]
}

function Notes({ title, notes }: NotesProps) {
  if (notes.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {notes.map(({ operation, text }) => (
          <li key={`${operation} ${text}`}>
            {operation && <code>{printable(operation)}</code>} {printable(text)}
          </li>
        ))}
      </ul>
    </section>
  )
}
