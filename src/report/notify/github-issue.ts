import type { Report } from '../../model/report.ts'
import { type AlertEvents, eventsOf, nothingNotified } from './events.ts'
import { type GithubApi, githubApi, type Post } from './github-api.ts'
import { changeComment, issueBody } from './issue-text.ts'
import { aboutOf, isIssueOf, notifiedIn } from './marker.ts'
import { type GithubIssueTarget, nameOf, runUrlOf, type Sender } from './target.ts'

/** Actions on an issue, in this order. */
interface Steps {
  readonly comment?: string
  readonly state?: 'open' | 'closed'
}

/**
 * Opens, edits and closes an API's issue. Stays closed after a person closed it, until the findings change. Throws ALERT_FAILED.
 */
export async function updateIssue(report: Report, target: GithubIssueTarget, sender: Sender): Promise<void> {
  const { label = 'specdrift', cleanRuns = 3, assignees = [], repository, tokenEnv } = target
  const about = aboutOf(report)
  const github = githubApi({ to: nameOf(target), repository, tokenEnv }, sender)
  const [issue, ...twins] = await findIssues(github, about, label)
  const notified = (issue && notifiedIn(about, issue.body)) ?? nothingNotified
  const isReopened = issue?.open === true && notified.clean >= cleanRuns
  const events = eventsOf(report, isReopened ? { ...notified, clean: 0 } : notified)
  const runUrl = runUrlOf(sender)
  const body = issueBody(report, events, { cleanRuns, runUrl })
  if (issue === undefined) {
    if (events.state.open.length === 0) return
    await github.write('POST', '/issues', { title: `API drift: ${about}`, body, labels: [label], assignees })
    return
  }
  const { comment, state } = stepsFor(issue, events, { change: () => changeComment(report, events, runUrl), cleanRuns })
  // The comment, which notifies people, goes first: if the run is killed in between, people are notified twice instead of never.
  if (comment !== undefined) await github.write('POST', `/issues/${issue.number}/comments`, { body: comment })
  const reason = { open: 'reopened', closed: 'completed' } as const
  await github.write('PATCH', `/issues/${issue.number}`, { body, ...(state && { state, state_reason: reason[state] }) })
  for (const { number } of twins.filter(({ open }) => open)) {
    await github.write('POST', `/issues/${number}/comments`, { body: `Continued in #${issue.number}.` })
    await github.write('PATCH', `/issues/${number}`, { state: 'closed', state_reason: 'not_planned' })
  }
}

/** Returns open issues first, then the latest. Errors or concurrent first runs may have created duplicates. */
async function findIssues(github: GithubApi, api: string, label: string): Promise<readonly Post[]> {
  const issues = await github.list(`/issues?state=all&per_page=100&labels=${encodeURIComponent(label)}`)
  return issues
    .filter(({ body, isPullRequest }) => !isPullRequest && isIssueOf(api, body))
    .sort((a, b) => Number(b.open) - Number(a.open) || b.number - a.number)
}

function stepsFor(
  issue: Post,
  { state, changed, grew }: AlertEvents,
  { change, cleanRuns }: { readonly change: () => string; readonly cleanRuns: number },
): Steps {
  const isClean = state.open.length === 0
  if (!issue.open) return grew ? { comment: change(), state: 'open' } : {}
  if (!isClean) return changed ? { comment: change() } : {}
  if (state.clean < cleanRuns) return changed ? { comment: change() } : {}
  const closing = `Closed after ${cleanRuns === 1 ? 'a clean run' : `${cleanRuns} clean runs in a row`}.`
  return { comment: changed ? `${change()}\n${closing}\n` : closing, state: 'closed' }
}
