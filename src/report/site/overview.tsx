import { render } from 'preact-render-to-string'
import { byText, plural } from '../../util/text.ts'
import { printable } from '../labels.ts'
import { type Tile, Tiles } from '../page/first-screen/tiles.tsx'
import { PageShell } from '../page/shell.tsx'
import type { RunVerdict } from '../summary/verdict.ts'
import { dayAndTime } from '../page/dates.ts'
import type { RunDigest } from './digest.ts'
import { LastRun, Strip, VersionWords } from './parts.tsx'
import { type SiteApi, type SiteLook, verdictNames, verdictOf } from './site-api.ts'
import { siteScript } from './site-script.ts'

// Object.keys returns string[]; the keys are those of the typed table.
const order = Object.keys(verdictNames) as readonly RunVerdict[]

/** Renders a card per API, most urgent first. */
export function overviewPage(apis: readonly SiteApi[], look: SiteLook): string {
  const rank = (api: SiteApi) => order.indexOf(verdictOf(api) ?? 'clean')
  const sorted = apis.toSorted((a, b) => rank(a) - rank(b) || byText(a.state.api, b.state.api))
  const content = (
    <PageShell
      title={look.title}
      subject={look.title}
      links={[{ href: 'feed.xml', text: 'Feed' }]}
      script={siteScript}
      footer={`specdrift ${look.version}`}
      skip="Skip to the APIs"
    >
      <div class="block top">
        <Verdict apis={apis} />
        <Tiles tiles={tilesOf(apis)} />
      </div>
      <div class="block" id="findings">
        <search class="state">
          <label id="search" hidden>
            Search <input type="search" autocomplete="off" placeholder="name, verdict, target, version, stale" />
          </label>
          <span id="count" class="soft" role="status" />
        </search>
        <div class="apis">
          {sorted.map((api) => (
            <Card key={api.slug} api={api} maxAge={look.maxAge} />
          ))}
        </div>
      </div>
    </PageShell>
  )
  return `<!doctype html>\n${render(content)}\n`
}

function Verdict({ apis }: { readonly apis: readonly SiteApi[] }) {
  const count = (...verdicts: readonly RunVerdict[]) =>
    apis.filter((api) => verdicts.includes(verdictOf(api) ?? 'clean')).length
  const failing = count('failed')
  const unsure = count('could-not-check', 'inconclusive')
  const [look, words] =
    failing > 0
      ? ['failed', `${failing} of ${plural(apis.length, 'API')} ${failing === 1 ? 'is' : 'are'} failing`]
      : unsure > 0
        ? ['inconclusive', `${unsure} of ${plural(apis.length, 'API')} could not be checked`]
        : count('findings', 'partial') > 0
          ? ['partial', `None of ${plural(apis.length, 'API')} is failing, but not all were fully checked`]
          : ['clean', apis.length === 1 ? '1 API conforms' : `${apis.length} APIs conform`]
  return (
    <div class={`verdict ${look}`}>
      <h1>{words}</h1>
      <p id="stale" hidden>
        <a href="#q=stale">stale</a>
      </p>
    </div>
  )
}

/** Maximum number of runs shown on a card. The page of the API shows all. */
const mostBars = 30

const tones: Partial<Record<RunVerdict, Tile['tone']>> = {
  failed: 'bad',
  'could-not-check': 'warn',
  inconclusive: 'warn',
  findings: 'warn',
  clean: 'good',
}

/** Returns a tile per verdict. The counts add up to the number of APIs. */
function tilesOf(apis: readonly SiteApi[]): readonly Tile[] {
  const known = order.map((verdict): Tile => {
    const tone = tones[verdict]
    return { count: apis.filter((api) => verdictOf(api) === verdict).length,
      name: verdictNames[verdict],
      tone,
      href: `#q=${encodeURIComponent(`is:${verdict}`)}`,
    }
  })
  const unknown = apis.filter((api) => verdictOf(api) === undefined).length
  return [
    ...known.filter(({ count, name }) => count > 0 || name === 'failing' || name === 'conforming'),
    ...(unknown > 0 ? [{ count: unknown, name: 'without a run', href: '#q=is%3Aunknown' }] : []),
  ]
}

/** Returns how long the last verdict has been unchanged: `failing since 23 Nov 2026, 14:05 UTC, 4 runs`. */
function sinceWords(runs: readonly RunDigest[]): string {
  const last = runs.at(-1)
  const from = runs.findLastIndex(({ verdict }) => verdict !== last?.verdict) + 1
  const first = runs[from]
  if (last === undefined || first === undefined) return ''
  return `${verdictNames[last.verdict]} since ${dayAndTime(first.point.startedAt)}, ${plural(runs.length - from, 'run')}`
}

function Card({ api, maxAge }: { readonly api: SiteApi; readonly maxAge: number }) {
  const { state, slug } = api
  const last = state.runs.at(-1)
  const version = state.versions.at(-1)
  const name = printable(state.api)
  const words = [name, last?.headline, last?.target, last?.point.snapshot, version && `${version.from} ${version.to}`]
  return (
    <section
      class={`api ${last?.verdict ?? 'unknown'}`}
      data-search={printable([...words, `is:${last?.verdict ?? 'unknown'}`].filter(Boolean).join(' ').toLowerCase())}
    >
      <div class="head">
        <h2>
          <a href={`${slug}/index.html`}>{name === '' ? 'no name' : name}</a>
        </h2>
        {last && <span class="tag verdict-tag">{verdictNames[last.verdict]}</span>}
      </div>
      <p>{last ? printable(last.headline) : 'No run is known.'}</p>
      {last && <Strip api={api} base={`${slug}/`} most={mostBars} />}
      <p class="soft small">
        {last && <LastRun startedAt={last.point.startedAt} maxAge={maxAge} />}
        {last && <> · {sinceWords(state.runs)}</>}
        {last?.target !== undefined && <> · {printable(last.target)}</>}
      </p>
      {version && (
        <p class="small">
          <span class="soft">contract</span> <VersionWords version={version} />
        </p>
      )}
      <p class="links small">
        <a href={`${slug}/index.html`}>
          History<span class="vh"> of {name}</span>
        </a>
        {version && (
          <a href={`${slug}/changelog.html`}>
            Changelog<span class="vh"> of {name}</span>
          </a>
        )}
        {last?.badge !== undefined && (
          <a href={`${slug}/badge.json`}>
            Badge<span class="vh"> of {name}</span>
          </a>
        )}
      </p>
    </section>
  )
}
