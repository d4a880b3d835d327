import { jsonText } from '../labels.ts'
import { style } from '../page/css/style.ts'
import type { RunVerdict } from '../summary/verdict.ts'
import { siteScript } from './site-script.ts'
import { sha256 } from './slug.ts'
import type { ApiState } from './state.ts'

export interface SiteApi {
  readonly state: ApiState
  /** Folder name of the API. */
  readonly slug: string
}

/** Settings shared by all pages of a site. */
export interface SiteLook {
  readonly title: string
  /** Age in milliseconds after which a run is stale. */
  readonly maxAge: number
  readonly version: string
}

/** Display names of verdicts, ordered by urgency. */
export const verdictNames = {
  failed: 'failing',
  'could-not-check': 'could not check',
  inconclusive: 'inconclusive',
  findings: 'below the threshold',
  partial: 'partly checked',
  clean: 'conforming',
} as const satisfies Record<RunVerdict, string>

/** Returns the verdict of an API's last run, or undefined without runs. */
export function verdictOf({ state }: SiteApi): RunVerdict | undefined {
  return state.runs.at(-1)?.verdict
}

/** Returns a hash of everything that affects page rendering. A change triggers new pages. */
export function madeWith({ maxAge, version }: SiteLook): string {
  return sha256([version, maxAge, style, siteScript].join('\n')).slice(0, 16)
}

/** Renders index.json with the state of every API, for other programs. */
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
