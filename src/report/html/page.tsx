import { createHash } from 'node:crypto'
import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { isFailing, isUnjudged } from '../build.ts'
import { coverageWords, shortfallsOf } from '../coverage-words.ts'
import {
  contractOf,
  countByPolicy,
  countVerdicts,
  headlineOf,
  liveOf,
  outcomesOf,
  printable,
  versionOf,
} from '../words.ts'
import { CoverageMap } from './coverage-map.tsx'
import { FindingCard } from './finding-card.tsx'
import { style } from './style.ts'

/** Nothing is loaded and nothing runs: only this one style sheet is allowed. */
const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** The whole page of a report. */
export function Page({ report }: { readonly report: Report }) {
  const title = `${report.api ?? 'specdrift'} · ${report.kind}`
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{printable(title)}</title>
        {/* Our own constant, unescaped so that its hash is the one allowed above. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>
          <Verdict report={report} />
          <Unjudged report={report} />
          <Findings report={report} title="Live API" findings={liveOf(report)} />
          <Findings
            report={report}
            title={report.kind === 'monitor' ? 'Contract, already published' : 'Contract'}
            findings={contractOf(report)}
          />
          {(report.changelog ?? []).toReversed().map((entry) => (
            <Findings
              key={entry.revision.sha256}
              report={report}
              title={[versionOf(report, entry.revision), entry.title, entry.capturedAt?.slice(0, 10)]
                .filter(Boolean)
                .join(' · ')}
              findings={entry.findings}
            />
          ))}
          <Subjects report={report} />
          {report.coverage && <CoverageMap coverage={report.coverage} />}
        </main>
        <footer class="soft">
          <p>
            specdrift {report.tool.version} · policy {printable(report.policy)} · fails on {report.failOn}
            {report.times && ` · ${report.times.startedAt}`}
          </p>
        </footer>
      </body>
    </html>
  )
}

function Verdict({ report }: { readonly report: Report }) {
  const { inputs, summary, coverage } = report
  const failing = report.findings.filter((finding) => isFailing(report, finding)).length
  const look =
    failing > 0 || shortfallsOf(report).length > 0 ? 'failed' : summary.operations.unjudged > 0 ? 'unjudged' : ''
  const versions = [inputs.base, inputs.revision].flatMap((input) => (input ? [versionOf(report, input)] : []))
  return (
    <header class={`verdict ${look}`}>
      <h1>{printable(headlineOf(report, failing))}</h1>
      <p class="soft">
        {printable(`${report.api ?? ''} ${versions.join(' → ')}`.trim())}
        {inputs.target && ` · ${printable(inputs.target)}`}
      </p>
      {shortfallsOf(report).map((text) => (
        <p key={text}>Coverage is too low: {printable(text)}</p>
      ))}
      {coverage && (
        <p class="soft">
          {summary.drift.new} new · {summary.drift.known} known · {summary.drift.fixed} fixed · {summary.drift.expired}{' '}
          expired · {coverageWords(coverage)}
        </p>
      )}
    </header>
  )
}

function Unjudged({ report }: { readonly report: Report }) {
  const subjects = report.subjects.filter(isUnjudged)
  if (subjects.length + report.notChecked.length + report.hints.length === 0) return null
  return (
    <section>
      <h2>What could not be judged, and hints</h2>
      <ul>
        {subjects.map((subject) => (
          <li key={subject.operation}>
            <code>{printable(subject.operation)}</code> {outcomesOf(subject)}
          </li>
        ))}
        {report.notChecked.map(({ operation, what, because }) => (
          <li key={`${operation} ${what} ${because}`}>
            {operation && <code>{printable(operation)}</code>} {printable(what)}: {printable(because)}
          </li>
        ))}
        {report.hints.map(({ operation, message }) => (
          <li key={`${operation} ${message}`}>
            {operation && <code>{printable(operation)}</code>} {printable(message)}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FindingsProps {
  readonly report: Report
  readonly title: string
  readonly findings: readonly Finding[]
}

function Findings({ report, title, findings }: FindingsProps) {
  if (findings.length === 0) return null
  return (
    <section>
      <h2>
        {printable(title)}: {report.kind === 'changelog' ? countByPolicy(findings) : countVerdicts(findings)}
      </h2>
      {findings.map((finding) => (
        <FindingCard key={finding.fingerprint} report={report} finding={finding} />
      ))}
    </section>
  )
}

function Subjects({ report }: { readonly report: Report }) {
  if (report.subjects.length === 0) return null
  const live = report.inputs.target !== undefined
  return (
    <section>
      <h2>Operations</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {live && <th scope="col">Calls</th>}
            {live && <th scope="col">Statuses</th>}
            <th scope="col">Findings</th>
          </tr>
        </thead>
        <tbody>
          {report.subjects.map((subject) => (
            <tr key={subject.operation}>
              <th scope="row">
                <code>{printable(subject.operation)}</code>
              </th>
              {live && <td>{subject.calls ?? 0}</td>}
              {live && <td>{(subject.statuses ?? []).join(', ')}</td>}
              <td>{subject.findings}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
