import { deflateRawSync } from 'node:zlib'
import type { Report } from '../../model/report.ts'
import { failOnWords, liveOf, locationOf, marks, printable, sourceOf } from '../labels.ts'
import { countsOf } from '../summary/counts.ts'
import type { Section } from '../summary/group.ts'
import { script } from './client-script.ts'
import { shortDay } from './dates.ts'
import { FindingsView } from './findings/findings-view.tsx'
import { initialState } from './findings/view-state.ts'
import { CoverageBars } from './first-screen/coverage-bars.tsx'
import { Facts } from './first-screen/facts.tsx'
import { headlineOf } from './first-screen/headline.ts'
import { RunStrip } from './first-screen/run-strip.tsx'
import { type Tile, Tiles } from './first-screen/tiles.tsx'
import { Verdict } from './first-screen/verdict.tsx'
import { CheckMap } from './maps/check-map.tsx'
import { SchemaTree } from './maps/schema-tree.tsx'
import { Notes } from './notes.tsx'
import { type PageData, pageDataOf } from './page-data.ts'
import { type NavigationLink, PageShell } from './shell.tsx'
import { pointsOf, runId } from './trend/points.ts'
import { Trend } from './trend/trend.tsx'

/** Complete page of a report. `up` links to the page that lists this one. */
export function Page({ report, up }: { readonly report: Report; readonly up?: NavigationLink }) {
  const data = pageDataOf(report)
  const { word, headline } = headlineOf(report)
  const points = pointsOf(report)
  const { coverage } = report
  const isLive = report.inputs.target !== undefined
  // A run without checks shows no zeros, because they would look like a result.
  const isBlind =
    report.couldNotCheck !== undefined && countsOf(report).main.total === 0 && report.subjects.length === 0
  return (
    <PageShell
      title={`${[report.api ?? 'specdrift', word, headline].join(' ')}`}
      subject={report.api ?? report.kind}
      links={[...(up === undefined ? [] : [up]), ...linksOf(report)]}
      script={script}
      data={dataBlock(data)}
      footer={`specdrift ${report.tool.version} · policy ${report.policy} · ${failOnWords(report)}`}
    >
      <div class="block top">
        <Verdict report={report} />
        {!isBlind && <Tiles tiles={tilesOf(report)} />}
        <Facts report={report} />
        {(points.length > 0 || coverage !== undefined) && (
          <div class="lower">
            {points.length > 0 && (
              <section aria-label="Runs">
                <h2>Last {Math.min(30, points.length)} runs</h2>
                <RunStrip points={points} hrefOf={(point) => `#${runId(point)}`} />
              </section>
            )}
            {coverage && <CoverageBars coverage={coverage} />}
          </div>
        )}
      </div>
      <div id="findings">
        <FindingsView data={data} state={{ ...initialState, open: data.opened ?? '' }} />
      </div>
      {!data.isWhole && <PlainList sections={data.sections} />}
      <Notes report={report} />
      <Trend report={report} />
      {isLive && <CheckMap report={report} />}
      <SchemaTree report={report} />
    </PageShell>
  )
}

function linksOf(report: Report): readonly NavigationLink[] {
  const { listed, contract } = countsOf(report)
  const isLive = report.inputs.target !== undefined
  return [
    { href: '#findings', text: `Findings ${listed}` },
    ...(isLive && contract.unaccepted > 0 ? [{ href: '#contract', text: `Contract ${contract.unaccepted}` }] : []),
    ...(pointsOf(report).length === 0 ? [] : [{ href: '#trend', text: 'Trend' }]),
    ...(report.times?.operations === undefined ? [] : [{ href: '#times', text: 'Times' }]),
    ...(isLive && report.subjects.length > 0 ? [{ href: '#map', text: 'Map' }] : []),
    ...(report.coverage === undefined ? [] : [{ href: '#coverage', text: 'Coverage' }]),
  ]
}

/** Encodes data as base64 of raw DEFLATE (RFC 1951) for `DecompressionStream('deflate-raw')`. */
function dataBlock(data: PageData): string {
  return deflateRawSync(JSON.stringify(data), { level: 9 }).toString('base64')
}

/** Lists every finding as a line, for print and browsers without scripts. All cards would make the page huge. */
function PlainList({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <div id="listed">
      {sections.map(({ id, title, findings }) => (
        <section key={id}>
          <h2>{printable(title)}: all</h2>
          <pre class="plain">
            {findings.map((finding) => {
              const { severity, state, site, message, fingerprint } = finding
              const words = [marks[severity], state, locationOf(site), message, sourceOf(finding), fingerprint]
              return `${printable(words.filter(Boolean).join(' '))}\n`
            })}
          </pre>
        </section>
      ))}
    </div>
  )
}

/** Returns the numbers of the first screen. Each equals the count in the section that it links to. */
function tilesOf(report: Report): readonly Tile[] {
  const isLive = report.kind !== 'diff' && report.kind !== 'changelog'
  return isLive ? liveTiles(report) : contractTiles(report)
}

function liveTiles(report: Report): readonly Tile[] {
  const { main, contract, unchecked, operations } = countsOf(report)
  const { severities, states } = main
  const live = liveOf(report)
  const since = live
    .filter(({ state }) => state === 'open')
    .flatMap(({ cause }) => cause?.firstSeen ?? [])
    .sort()[0]
  const isNew = live.filter(({ severity, state }) => severity === 'error' && state === 'new').length
  const kind = live.some((finding) => finding.kind === 'spec') ? '' : 'kind=drift&'
  return [
    {
      count: severities.error,
      name: severities.error === 1 ? 'error' : 'errors',
      tone: 'bad',
      href: `#?${kind}severity=error&state=unaccepted`,
      ...(isNew > 0 && { note: `${isNew} new` }),
    },
    {
      count: severities.warning,
      name: severities.warning === 1 ? 'warning' : 'warnings',
      tone: 'warn',
      href: `#?${kind}severity=warning&state=unaccepted`,
    },
    {
      count: states.open,
      name: 'open',
      href: `#?${kind}state=open`,
      ...(since !== undefined && { note: `since ${shortDay(since)}` }),
    },
    { count: states.accepted, name: 'accepted', href: `#?${kind}state=accepted` },
    { count: states.fixed, name: 'fixed', tone: 'good', href: '#fixed' },
    {
      count: unchecked,
      name: unchecked === 1 ? 'operation without a result' : 'operations without a result',
      tone: 'warn',
      href: operations.inconclusive > 0 ? '#inconclusive' : '#not-called',
    },
    {
      count: contract.unaccepted,
      name: contract.unaccepted === 1 ? 'contract change' : 'contract changes',
      href: '#contract',
    },
  ]
}

function contractTiles(report: Report): readonly Tile[] {
  const { severities, states } = countsOf(report).main
  const tile = (severity: 'error' | 'warning' | 'info', name: string): Tile => ({
    ...{ count: severities[severity], name, href: `#?severity=${severity}&state=unaccepted` },
  })
  return [
    { ...tile('error', 'breaking'), tone: 'bad' },
    { ...tile('warning', 'risky'), tone: 'warn' },
    tile('info', 'compatible'),
    { count: states.accepted, name: 'accepted', href: '#?state=accepted' },
    { count: report.subjects.length, name: 'operations' },
  ]
}
