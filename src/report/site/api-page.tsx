import { render } from 'preact-render-to-string'
import type { Report } from '../../model/report.ts'
import { plural } from '../../util/text.ts'
import { printable } from '../labels.ts'
import { dayAndTime } from '../page/dates.ts'
import { Page } from '../page/page.tsx'
import { PageShell } from '../page/shell.tsx'
import { type RunDigest, runFolder, runKey } from './digest.ts'
import { newIn } from './feed.ts'
import { LastRun, Lines, Strip, VersionWords } from './parts.tsx'
import type { SiteApi, SiteLook } from './site-api.ts'
import { siteScript } from './site-script.ts'

/** Renders the history of an API: its runs and contract changes, newest first. */
export function apiPage(api: SiteApi, look: SiteLook): string {
  const { state } = api
  const last = state.runs.at(-1)
  const content = (
    <PageShell
      title={`${state.api}: history`}
      subject={state.api}
      links={[
        { href: '../index.html', text: 'All APIs' },
        ...(state.versions.length > 0 ? [{ href: '#contract', text: 'Contract' }] : []),
        ...(state.versions.length > 0 ? [{ href: 'changelog.html', text: 'Changelog' }] : []),
        { href: '../feed.xml', text: 'Feed' },
      ]}
      script={siteScript}
      footer={`specdrift ${look.version}`}
      skip="Skip to the runs"
    >
      <div class="block top">
        <div class={`verdict ${last?.verdict ?? ''}`}>
          <h1>{last ? printable(last.headline) : 'No run is known'}</h1>
          {last && (
            <p class="soft">
              <LastRun startedAt={last.point.startedAt} maxAge={look.maxAge} />
              {last.target !== undefined && <> · {printable(last.target)}</>}
            </p>
          )}
        </div>
        {state.runs.length > 0 && (
          <section aria-label="Runs">
            <h2 class="small">Last {plural(state.runs.length, 'run')}</h2>
            <Strip api={api} base="" />
          </section>
        )}
      </div>
      {state.versions.length > 0 && (
        <section class="block" id="contract">
          <h2>Contract</h2>
          <ul class="versions">
            {state.versions.toReversed().map((version) => (
              <li key={version.key}>
                <VersionWords version={version} />
                <Lines title={plural(version.changes, 'change')} lines={version.lines} count={version.changes} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="block" id="findings">
        <h2>Runs</h2>
        <Runs runs={state.runs} />
      </div>
    </PageShell>
  )
  return `<!doctype html>\n${render(content)}\n`
}

/** Renders the report of a run, with a link to its API. */
export function runPage(report: Report): string {
  return `<!doctype html>\n${render(<Page report={report} up={{ href: '../../index.html', text: 'All runs' }} />)}\n`
}

/** Renders the changelog of an API, one section per version. */
export function changelogPage(report: Report): string {
  return `<!doctype html>\n${render(<Page report={report} up={{ href: 'index.html', text: 'All runs' }} />)}\n`
}

const heads = ['Run', 'Result', 'Errors', 'Warnings', 'Accepted', 'Contract', 'Target']

function Runs({ runs }: { readonly runs: readonly RunDigest[] }) {
  return (
    // A table wider than the screen scrolls inside its section.
    <section class="wide" aria-label="Runs, scrolls sideways" tabindex={0}>
      <table class="runs of-api">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run, at) => <Row key={runKey(run)} run={run} before={runs.slice(0, at)} />).reverse()}
        </tbody>
      </table>
    </section>
  )
}

function Row({ run, before }: { readonly run: RunDigest; readonly before: readonly RunDigest[] }) {
  const { point, hash, headline, target } = run
  const folder = runFolder(run)
  const fresh = newIn(run, before)
  const moment = dayAndTime(point.startedAt)
  return (
    <tr id={folder}>
      <th scope="row">{hash === undefined ? moment : <a href={`runs/${folder}/index.html`}>{moment}</a>}</th>
      <td>
        {printable(headline)}
        {fresh.count > 0 && <Lines title={`${fresh.count} new`} lines={fresh.lines} count={fresh.count} />}
      </td>
      <td>{point.error}</td>
      <td>{point.warning}</td>
      <td>{point.accepted}</td>
      <td>{printable(point.snapshot)}</td>
      <td>{printable(target ?? '')}</td>
    </tr>
  )
}
