import type { Operation } from '../../model/operation.ts'
import { addressOf } from '../../traffic/matching/locate.ts'
import { mergeUnmatched } from '../../traffic/partial/merge.ts'
import type { UnmatchedRequests } from '../../traffic/partial/result.ts'

/** Returns whether requests went to a host outside the description, while requests to its hosts matched. */
export function isForeign(
  { host }: Pick<UnmatchedRequests, 'host'>,
  hosts: Readonly<Record<string, number>>,
  operations: readonly Operation[],
): boolean {
  if (host === '' || Object.keys(hosts).length === 0 || Object.hasOwn(hosts, host)) return false
  const servers = new Set(operations.flatMap((operation) => operation.servers))
  return ![...servers].some((server) => patternOf(server).test(host))
}

/** A server variable matches any value. */
function patternOf(server: string): RegExp {
  const { host } = addressOf(
    /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(server) ? server : `//${server.startsWith('/') ? '' : server}`,
  )
  const literal = host.replaceAll(/[.+^$()|[\]\\*?]/g, '\\$&').replaceAll(/\{[^{}]*\}/g, '[^/]*')
  return new RegExp(`^${literal}$`)
}

/** Groups requests regardless of the host, because an operation is the same on every host. */
export function groupUnmatched(requests: readonly UnmatchedRequests[]): readonly UnmatchedRequests[] {
  return mergeUnmatched(requests.map((each) => ({ ...each, host: '' })))
}
