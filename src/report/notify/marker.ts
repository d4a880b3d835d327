import type { FixedFinding, Report } from '../../model/report.ts'
import type { AlertState } from './events.ts'
import { stateIn } from './state.ts'

/** Maximum characters for the marker's JSON, out of GitHub's limit of 65,536. */
const room = 24_000

/** Returns the subject of an issue: live runs or recorded traffic of an API. They have separate issues, because neither is evidence about the other. */
export function aboutOf({ api = '', kind }: Pick<Report, 'api' | 'kind'>): string {
  return kind === 'check' ? `${api}, recorded traffic` : api
}

/** Returns the hidden first line of an issue: the API, and the notification state with findings up to the limit. */
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

/** Returns ASCII JSON that can't close the HTML comment or mention anyone. */
function inert(value: object): string {
  return JSON.stringify(value).replace(
    /[<>@]|[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns true if the body starts with the marker of an API. Quotes of the marker elsewhere don't count. */
export function isIssueOf(api: string, body: string): boolean {
  return body.startsWith(startOf(api))
}

/** Parses the notification state in an issue body. Returns undefined if somebody made it unreadable. */
export function notifiedIn(api: string, body: string): AlertState | undefined {
  const [first = ''] = body.split('\n', 1)
  if (!isIssueOf(api, body)) return undefined
  try {
    return stateIn(JSON.parse(first.slice(startOf(api).length).replace(/ -->\s*$/, '')))
  } catch {
    // The caller starts with an empty state.
    return undefined
  }
}

/** Returns the hidden first line of a pull request comment about an API's contract. */
export function commentMarker(api: string): string {
  return `<!-- specdrift:diff:${encodeURIComponent(api)} -->`
}

function startOf(api: string): string {
  return `<!-- specdrift:${encodeURIComponent(api)} `
}
