import { curlLine } from '../../drift/evidence/curl.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { sentSecrets } from '../../drift/redaction/sent-secrets.ts'
import { guessTemplate } from '../../drift/routing/guess-template.ts'
import type { Operation } from '../../model/operation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { limits, mergeUnmatched, unmatchedKey } from '../partial/merge.ts'
import type { UnmatchedRequests } from '../partial/result.ts'
import type { ExchangeKeeper, Passed } from './exchange-keeper.ts'

interface Group extends Omit<UnmatchedRequests, 'count' | 'statuses' | 'sample'> {
  count: number
  readonly statuses: Map<string, number>
  hash: string
  method: string
  /** Path and query of the sample request, and the exchange's id. */
  path: string
  exchange: string | undefined
}

/** Counts requests without a matching operation, by guessed path template. */
export interface UnmatchedCounter {
  add(host: string, passed: Passed, known: readonly Operation[]): void
  result(): readonly UnmatchedRequests[]
  exchanges(): readonly string[]
}

export function createUnmatchedCounter(redactor: Redactor, keeper: Pick<ExchangeKeeper, 'keep'>): UnmatchedCounter {
  let groups = new Map<string, Group>()
  let settled: readonly UnmatchedRequests[] = []
  const settle = (): void => {
    settled = mergeUnmatched([...settled, ...[...groups.values()].map((group) => finished(group, redactor))])
    groups = new Map()
  }
  return {
    add(host, passed, known) {
      const { request, status } = passed.observation
      const { method, path } = request
      const template = known[0]?.path ?? guessTemplate(path)
      const key = unmatchedKey({ host, method, template })
      const hash = sha256(`${method} ${host} ${path}`).slice(0, 16)
      let group = groups.get(key)
      if (group === undefined) {
        if (groups.size >= 2 * limits.unmatched) settle()
        const isKnown = known.length > 0 && { isKnown: true as const }
        group = { host, method, template, ...isKnown, count: 0, statuses: new Map(), hash, path, exchange: undefined }
        groups.set(key, group)
      }
      group.count++
      const shown = status === undefined ? 'none' : String(status)
      group.statuses.set(shown, (group.statuses.get(shown) ?? 0) + 1)
      if (hash > group.hash) return
      const id = keeper.keep(passed, hash < group.hash ? undefined : group.exchange)
      if (id !== undefined) Object.assign(group, { hash, path, exchange: id })
    },
    result() {
      settle()
      return settled
    },
    exchanges: () => [
      ...[...groups.values()].flatMap(({ exchange }) => exchange ?? []),
      ...settled.flatMap(({ sample }) => sample.exchange ?? []),
    ],
  }
}

function finished({ hash, path, exchange, statuses, ...group }: Group, redactor: Redactor): UnmatchedRequests {
  const request = { method: group.method, path: redactor.samples === 'none' ? group.template : path, headers: {} }
  const knowing = redactor.knowing(sentSecrets(request, redactor))
  return {
    ...group,
    statuses: Object.fromEntries([...statuses].sort(([a], [b]) => (a < b ? -1 : 1))),
    sample: { hash, curl: curlLine(request, '$SPECDRIFT_BASE_URL', knowing), exchange },
  }
}
