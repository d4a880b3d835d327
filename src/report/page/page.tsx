import type { Report } from '../../model/report.ts'
import { failOnWords } from '../labels.ts'
import { countsOf } from '../summary/counts.ts'
import { script } from './client-script.ts'
import { dataBlock } from './data-block.ts'
import { FindingsView } from './findings/findings-view.tsx'
import { PlainList } from './findings/plain-list.tsx'
import { initialState } from './findings/view-state.ts'
import { CoverageBars } from './first-screen/coverage-bars.tsx'
import { Facts } from './first-screen/facts.tsx'
import { headlineOf } from './first-screen/headline.ts'
import { RunStrip } from './first-screen/run-strip.tsx'
import { Tiles } from './first-screen/tiles.tsx'
import { tilesOf } from './first-screen/tiles-of.ts'
import { Verdict } from './first-screen/verdict.tsx'
import { CheckMap } from './maps/check-map.tsx'
import { SchemaTree } from './maps/schema-tree.tsx'
import { Notes } from './notes.tsx'
import { pageDataOf } from './page-data.ts'
import { type NavigationLink, PageShell } from './shell.tsx'
import { pointsOf, runId } from './trend/points.ts'
import { Trend } from './trend/trend.tsx'

/** The whole page of a report; `up`: what leads from it to the pages it is one of. */
export function Page({ report, up }: { readonly report: Report; readonly up?: NavigationLink }) {
  const data = pageDataOf(report)
  const { word, headline } = headlineOf(report)
  const points = pointsOf(report)
  const { coverage } = report
  const isLive = report.inputs.target !== undefined
  // Zeros below a run that checked nothing would read as a result.
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
