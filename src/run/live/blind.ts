import type { CouldNotCheck, ResponseCounts } from '../../model/report.ts'
import type { CallRecord } from '../../suite/calls/record.ts'
import { byText, plural } from '../../util/text.ts'

/** Minimum number of blind responses in a short run. */
const fewest = 5

/** Counts responses that are no evidence about the contract: unexpected 401, 403 and 404. */
export function countResponses(calls: readonly CallRecord[]): ResponseCounts {
  const responses = calls.filter(({ status, cleanup }) => status !== undefined && cleanup !== true)
  const blind: Record<string, number> = {}
  for (const { status, blindness } of responses) {
    if (blindness === 'blind') blind[`${status}`] = (blind[`${status}`] ?? 0) + 1
  }
  const after = lastBeforeRefusals(responses)
  const refused = refusals(responses)
  return {
    total: responses.length,
    neutral: responses.filter(({ blindness }) => blindness === 'neutral').length,
    blind,
    after,
    ...(Object.keys(refused).length > 0 && { refused }),
  }
}

function refusals(responses: readonly CallRecord[]): Record<string, number> {
  const statuses: Record<string, number> = {}
  const taken = new Set<string>()
  for (const { outcome, status = 0, sent } of responses) {
    const names = sent.at(-1)?.credentials.join(', ') ?? ''
    if (outcome === 'unauthorized') statuses[names] = status
    else if (outcome === 'received' && status < 400) taken.add(names)
  }
  return Object.fromEntries(Object.entries(statuses).filter(([names]) => names !== '' && !taken.has(names)))
}

/** Merges the counts of shards. `after` comes from the first shard that has it. */
export function mergeResponses(all: readonly ResponseCounts[]): ResponseCounts {
  const blind: Record<string, number> = {}
  for (const counts of all) {
    for (const [status, count] of Object.entries(counts.blind)) blind[status] = (blind[status] ?? 0) + count
  }
  const sum = (name: 'total' | 'neutral'): number => all.reduce((total, counts) => total + counts[name], 0)
  const after = all.find((counts) => counts.after !== undefined)?.after
  const refused = Object.assign({}, ...all.map((counts) => counts.refused ?? {}))
  return {
    ...{ total: sum('total'), neutral: sum('neutral'), blind },
    after,
    ...(Object.keys(refused).length > 0 && { refused }),
  }
}

/** Returns why a run couldn't check the contract, or `undefined` if enough responses were useful. */
export function blindnessOf({ total, neutral, blind, after }: ResponseCounts): CouldNotCheck | undefined {
  const statuses = Object.entries(blind).sort(([a, m], [b, n]) => n - m || byText(a, b))
  const count = statuses.reduce((sum, [, each]) => sum + each, 0)
  // If most responses are 404 for values that need not exist, the remaining responses decide.
  const isAll = count > 0 && count === total - neutral && total >= fewest
  if ((count < fewest && !isAll) || 2 * count <= total - neutral) return undefined
  const [[most = ''] = []] = statuses
  const parts = statuses.map(([status, each]) => `${each} ${status}`).join(', ')
  const described = statuses.length === 1 ? most : `401, 403 or 404 (${parts})`
  const isFound = most === '404'
  const why = isFound
    ? 'what the contract describes was not found there'
    : after === undefined
      ? 'the credentials were refused'
      : `the credentials stopped working after \`${after}\``
  return {
    code: 'BLIND',
    message: `${count} of ${plural(total, 'response')} were ${described}: ${why}.`,
    hint: isFound
      ? 'Such a response says nothing of what the contract promises: check the base URL and its path, and that the test data exist.'
      : 'Such a response says nothing of what the contract promises: check the credentials, and that no request revokes them.',
  }
}

/** Returns the operation called before access was lost: after it nearly all responses are rejections, before it hardly any. */
function lastBeforeRefusals(responses: readonly CallRecord[]): string | undefined {
  const withCredentials = responses.filter(({ authenticated }) => authenticated === true)
  const refused = withCredentials.map(({ blindness, status }) => blindness === 'blind' && status !== 404)
  let best = 0
  let from = -1
  let sum = 0
  for (let at = refused.length - 1; at >= 0; at--) {
    sum += refused[at] ? 1 : -1
    if (refused[at] && sum > best) [best, from] = [sum, at]
  }
  if (from <= 0) return undefined
  const share = (list: readonly boolean[]): number => list.filter(Boolean).length / list.length
  if (share(refused.slice(0, from)) > 0.2 || share(refused.slice(from)) < 0.8) return undefined
  // A call with an expected rejection can't have caused it.
  const taken = withCredentials.slice(0, from).filter(({ status }) => status !== 401 && status !== 403)
  return taken.at(-1)?.operation
}
