import type { FixedFinding, Report } from '../../model/report.ts'
import type { AlertState } from './events.ts'
import { stateIn } from './state.ts'

/** Characters of JSON a marker may take of a text that may have 65,536. */
const room = 24_000

/** What an issue is about: an API, or recorded traffic of it. A live run is no evidence about the other, nor the other way round. */
export function aboutOf({ api = '', kind }: Pick<Report, 'api' | 'kind'>): string {
  return kind === 'check' ? `${api}, recorded traffic` : api
}

/** The hidden first line of an issue: which API it is about, and what has been notified, of which the rest is counted. */
export function issueMarker(api: string, state: AlertState): string {
  let size = 0
  const open: FixedFinding[] = []
  for (const finding of state.open) {
    size += inert(finding).length + 1
    if (size > room) break
    open.push(finding)
  }
  return `${startOf(api)}${inert({ ...state, open, more: state.more + state.open.length - open.length })} -->`
}

/** JSON in plain ASCII in which nothing ends a comment or calls anyone. */
function inert(value: object): string {
  return JSON.stringify(value).replace(
    /[<>@]|[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Whether a text is the issue of an API. Only its beginning counts: anyone may quote it. */
export function isIssueOf(api: string, body: string): boolean {
  return body.startsWith(startOf(api))
}

/** What the issue of an API says has been notified; undefined when somebody edited it beyond recognition. */
export function notifiedIn(api: string, body: string): AlertState | undefined {
  const [first = ''] = body.split('\n', 1)
  if (!isIssueOf(api, body)) return undefined
  try {
    return stateIn(JSON.parse(first.slice(startOf(api).length).replace(/ -->\s*$/, '')))
  } catch {
    // The caller begins anew.
    return undefined
  }
}

/** The hidden first line of a comment about what changed in an API's contract. */
export function commentMarker(api: string): string {
  return `<!-- specdrift:diff:${encodeURIComponent(api)} -->`
}

function startOf(api: string): string {
  return `<!-- specdrift:${encodeURIComponent(api)} `
}
