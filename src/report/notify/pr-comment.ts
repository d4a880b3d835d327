import type { Report } from '../../model/report.ts'
import { githubApi } from './github-api.ts'
import { clipped } from './issue-text.ts'
import { commentMarker } from './marker.ts'
import { runUrlOf, type Sender } from './target.ts'

export interface PrComment {
  readonly report: Report
  /** Report as Markdown. */
  readonly markdown: string
  readonly pullRequest: number
  readonly tokenEnv?: string | undefined
}

/** Creates or edits one comment per API. Without changes, only edits an existing one. Throws ALERT_FAILED. */
export async function commentPullRequest(
  { report, markdown, pullRequest, tokenEnv }: PrComment,
  sender: Sender,
): Promise<void> {
  const marker = commentMarker(report.api ?? fileOf(report))
  const github = githubApi({ to: `pull request ${pullRequest}`, tokenEnv }, sender)
  const comments = await github.list(`/issues/${pullRequest}/comments?per_page=100`)
  const marked = comments.filter(({ body }) => body.startsWith(marker))
  // Anyone may write a comment with this marker, so only comments by our own user are edited.
  const viewer = marked.length === 0 ? '' : (await github.viewer()).toLowerCase()
  const mine = marked.find(({ author }) => author.toLowerCase() === viewer)
  if (mine === undefined && report.findings.length === 0) return
  const runUrl = runUrlOf(sender)
  const foot = runUrl === undefined ? '' : `\n[The run and its reports](${runUrl})\n`
  const head = `${marker}\n`
  const body = `${head}${clipped(markdown, 65_536 - head.length - foot.length)}${foot}`
  if (mine === undefined) return github.write('POST', `/issues/${pullRequest}/comments`, { body })
  if (mine.body !== body) await github.write('PATCH', `/issues/comments/${mine.number}`, { body })
}

/** Returns a description's path without git revision, which identifies the comment if the API has no name. */
function fileOf({ inputs }: Report): string {
  return (inputs.revision?.file ?? '').replace(/^git:[^:]*:/, '')
}
