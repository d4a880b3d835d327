import { jsonText } from '../labels.ts'
import { style } from '../page/css/style.ts'
import type { RunVerdict } from '../summary/verdict.ts'
import { siteScript } from './site-script.ts'
import { sha256 } from './slug.ts'
import type { ApiState } from './state.ts'

/** An API of a site. */
export interface SiteApi {
  readonly state: ApiState
  /** Its folder. */
  readonly slug: string
}

/** What every page of a site is made with. */
export interface SiteLook {
  readonly title: string
  /** Milliseconds after which a run no longer speaks for its API. */
  readonly maxAge: number
  /** The version of specdrift. */
  readonly version: string
}

/** Verdicts in the order in which they ask for attention, as a site calls them. */
export const verdictNames = {
  failed: 'failing',
  'could-not-check': 'could not check',
  inconclusive: 'inconclusive',
  findings: 'below the threshold',
  partial: 'partly checked',
  clean: 'conforming',
} as const satisfies Record<RunVerdict, string>

/** The verdict of the last run of an API; undefined where none is known. */
export function verdictOf({ state }: SiteApi): RunVerdict | undefined {
  return state.runs.at(-1)?.verdict
}

/** What its pages were made with: where that is another, they are made again. */
export function madeWith({ maxAge, version }: SiteLook): string {
  return sha256([version, maxAge, style, siteScript].join('\n')).slice(0, 16)
}

/** What other programs read of a site: its APIs and where each stands. */
export function siteIndex(apis: readonly SiteApi[], { title }: SiteLook): string {
  const listed = apis.map(({ slug, state: { api, runs, versions } }) => {
    const [last, version] = [runs.at(-1), versions.at(-1)]
    return {
      ...{ api, folder: slug },
      ...(last && { verdict: last.verdict, headline: last.headline, lastRun: last.point.startedAt }),
      ...(version && { contract: version.to, contractSince: version.since }),
    }
  })
  return jsonText({ schemaVersion: 1, title, apis: listed })
}
