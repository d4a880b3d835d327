import { XMLBuilder } from 'fast-xml-parser'
import { byText, plural } from '../../util/text.ts'
import { printable } from '../labels.ts'
import { semverWords } from '../summary/semver.ts'
import { type Drifted, type FindingLine, type RunDigest, runFolder } from './digest.ts'
import type { SiteApi } from './site-api.ts'
import { sha256 } from './slug.ts'

const mostEntries = 100
const mostLines = 10

interface Entry {
  /** Permanent identity of the entry. */
  readonly key: string
  readonly title: string
  readonly updated: string
  readonly summary: string
  readonly href: string
}

export interface FeedOptions {
  readonly title: string
  /** Address of the published site. If absent, links are relative to the feed (RFC 4287, §2; RFC 3987). */
  readonly url?: string
}

/** Renders an Atom feed (RFC 4287) of contract changes and new drift, newest first. */
export function feedOf(apis: readonly SiteApi[], { title, url }: FeedOptions): string {
  const entries = apis
    .flatMap(entriesOf)
    .sort((a, b) => byText(b.updated, a.updated) || byText(a.key, b.key))
    .slice(0, mostEntries)
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })
  const address = (href: string) => (url === undefined ? href : new URL(href, url).href)
  const link = (rel: string, type: string, href: string) => ({ '@_rel': rel, '@_type': type, '@_href': address(href) })
  const feed = {
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    feed: {
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      title: legal(title),
      id: uuidOf(`feed ${url ?? ''} ${title}`),
      // `updated` is required, even for a feed without entries (§4.1.1).
      updated: entries[0]?.updated ?? '1970-01-01T00:00:00.000Z',
      author: { name: 'specdrift' },
      generator: 'specdrift',
      link: [link('self', 'application/atom+xml', 'feed.xml'), link('alternate', 'text/html', 'index.html')],
      entry: entries.map((entry) => ({
        title: legal(entry.title),
        id: uuidOf(entry.key),
        updated: entry.updated,
        link: link('alternate', 'text/html', entry.href),
        summary: legal(entry.summary),
      })),
    },
  }
  return `${builder.build(feed).trim()}\n`
}

function entriesOf({ state: { api, runs, versions }, slug }: SiteApi): readonly Entry[] {
  const changed = versions.flatMap(({ key, from, to, since, counts, semver, lines, changes }) =>
    since === undefined
      ? []
      : [
          {
            key: `contract ${api} ${key}`,
            title: `${api}: contract ${from} → ${to}, ${counts}`,
            updated: since,
            summary: [semverWords(semver), textOf(lines, changes)].filter(Boolean).join('; '),
            href: `${slug}/changelog.html`,
          },
        ],
  )
  const drifted = runs.flatMap((run, at) => {
    const { lines, count } = newIn(run, runs.slice(0, at))
    if (count === 0) return []
    return [
      {
        key: `drift ${api} ${run.point.startedAt} ${run.target ?? ''}`,
        title: `${api}: ${plural(count, 'new finding')} of the live API`,
        updated: run.point.startedAt,
        summary: textOf(lines, count),
        href: `${slug}/runs/${runFolder(run)}/index.html`,
      },
    ]
  })
  return [...changed, ...drifted]
}

/** Returns findings that are new compared with the previous run. A run without a history marks all of them as new. */
export function newIn(
  { drifted, target }: RunDigest,
  before: readonly RunDigest[],
): { readonly count: number; readonly lines: readonly FindingLine[] } {
  if (drifted === undefined) return { count: 0, lines: [] }
  const last = before.findLast((run) => run.target === target && run.verdict !== 'could-not-check')?.drifted
  const earlier = new Set(last === undefined ? [] : fingerprintsOf(last))
  const listed = fingerprintsOf(drifted)
  const fresh = listed.filter((fingerprint) => !earlier.has(fingerprint)).length
  // An unlisted finding only counts as new if the previous run's list was complete.
  const unlisted = last === undefined || last.count === earlier.size ? drifted.count - listed.length : 0
  return {
    count: fresh + unlisted,
    lines: drifted.lines.filter(({ fingerprint }) => !earlier.has(fingerprint)),
  }
}

function fingerprintsOf({ lines, rest = [] }: Drifted): readonly string[] {
  return [...lines.map(({ fingerprint }) => fingerprint), ...rest]
}

function textOf(lines: readonly FindingLine[], count: number): string {
  const shown = lines.slice(0, mostLines)
  const rest = count - shown.length
  return [...shown.map(({ text }) => text), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}

// Forbidden in XML 1.0 even when escaped (§2.2).
const illegal = /[\ufffe\uffff]/g

function legal(text: string): string {
  return printable(text).replace(illegal, '\ufffd')
}

/** Returns a stable UUID of version 8 (RFC 9562, §5.8) derived from a string. */
function uuidOf(text: string): string {
  const hex = sha256(text)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
