import type { Report } from '../model/report.ts'
import { type GithubApi, githubApi, type Post } from './github-api.ts'
import { changeComment, issueBody } from './issue-text.ts'
import { isIssueOf, toldIn } from './marker.ts'
import { type News, newsOf, nothingTold } from './news.ts'
import { type GithubIssueTarget, nameOf, runUrlOf, type Sender } from './target.ts'

/** What is done to an issue, in this order. */
interface Steps {
  readonly comment?: string
  readonly state?: 'open' | 'closed'
}

/**
 * Brings the issue of an API up to date: opened for the first finding that fails a run, its text edited by every run,
 * commented when the set of open findings changes, closed after so many clean runs, opened again rather than
 * duplicated. A person who closes it over findings that stay is left in peace until there are others. Throws ALERT_FAILED.
 */
export async function updateIssue(report: Report, target: GithubIssueTarget, sender: Sender): Promise<void> {
  const { label = 'specdrift', cleanRuns = 3, assignees = [], repository, tokenEnv } = target
  const { api = '' } = report
  const github = githubApi({ to: nameOf(target), repository, tokenEnv }, sender)
  const issue = await findIssue(github, api, label)
  const news = newsOf(report, (issue && toldIn(api, issue.body)) ?? nothingTold)
  const runUrl = runUrlOf(sender)
  const body = issueBody(report, news, { cleanRuns, runUrl })
  if (issue === undefined) {
    if (news.state.open.length === 0) return
    await github.write('POST', '/issues', { title: `API drift: ${api}`, body, labels: [label], assignees })
    return
  }
  const { comment, state } = stepsFor(issue, news, { change: () => changeComment(report, news, runUrl), cleanRuns })
  // First what people are told: a run killed in between tells it twice rather than never.
  if (comment !== undefined) await github.write('POST', `/issues/${issue.number}/comments`, { body: comment })
  const reason = { open: 'reopened', closed: 'completed' } as const
  await github.write('PATCH', `/issues/${issue.number}`, { body, ...(state && { state, state_reason: reason[state] }) })
}

/** The issue of an API among those with the label: an open one before a closed one, then the latest. */
async function findIssue(github: GithubApi, api: string, label: string): Promise<Post | undefined> {
  const issues = await github.list(`/issues?state=all&per_page=100&labels=${encodeURIComponent(label)}`)
  const [found] = issues
    .filter(({ body, isPullRequest }) => !isPullRequest && isIssueOf(api, body))
    .sort((a, b) => Number(b.open) - Number(a.open) || b.number - a.number)
  return found
}

function stepsFor(
  issue: Post,
  { state, changed, grew }: News,
  { change, cleanRuns }: { readonly change: () => string; readonly cleanRuns: number },
): Steps {
  const isClean = state.open.length === 0
  if (!issue.open) return grew ? { comment: change(), state: 'open' } : {}
  if (!isClean) return changed ? { comment: change() } : {}
  if (state.clean < cleanRuns) return changed ? { comment: change() } : {}
  const closing = `Closed after ${cleanRuns === 1 ? 'a clean run' : `${cleanRuns} clean runs in a row`}.`
  return { comment: changed ? `${change()}\n${closing}\n` : closing, state: 'closed' }
}
