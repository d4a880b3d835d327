import { anyBaseUrl } from '../../drift/evidence/curl.ts'
import { shownExchange } from '../../drift/evidence/exchange.ts'
import { keptKey } from '../../drift/evidence/merge.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { receivedSecrets, sentSecrets } from '../../drift/redaction/sent-secrets.ts'
import type { Finding } from '../../model/finding.ts'
import type { Observation } from '../../model/observation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import type { KeptExchange } from '../partial/result.ts'
import type { RecordedExchange } from '../recording.ts'

export interface Passed {
  readonly recorded: RecordedExchange
  readonly observation: Observation
}

/** Stores one exchange per finding, to be shown with it. */
export interface ExchangeKeeper {
  /** Assigns an exchange to each finding, unless a preferred one was already stored. */
  withExchanges(findings: readonly Finding[], passed: Passed): readonly Finding[]
  /** Stores the exchange if it is preferred over the one with the id `before`, and returns its id. */
  keep(passed: Passed, before: string | undefined): string | undefined
  get(id: string): KeptExchange | undefined
  /** Returns the sort key of the preferred finding with a fingerprint. */
  bestKey(fingerprint: string): string | undefined
  /** Whether enough exchanges are stored that some are probably no longer needed. */
  isFull(): boolean
  /** Returns the exchanges of these findings and ids, and drops all others. */
  settle(findings: readonly Finding[], ids: Iterable<string>): Readonly<Record<string, KeptExchange>>
}

/** Number of stored exchanges that may be unneeded. */
const mostUnsettled = 2000

/** Keeps the same exchange as `mergeFindings`: the first in sort order. Converts few exchanges, because most can't be first. */
export function createExchangeKeeper(redactor: Redactor): ExchangeKeeper {
  const kept = new Map<string, KeptExchange>()
  /** Sort key of the preferred finding, by fingerprint. */
  let keys = new Map<string, string>()
  let most = mostUnsettled

  const make = ({ observation }: Passed, rank: string, focus: Parameters<typeof shownExchange>[1]): string => {
    const { request, milliseconds } = observation
    const secrets = [...sentSecrets(request, redactor), ...receivedSecrets(observation, redactor)]
    const parts = { request, observation, base: anyBaseUrl, redactor: redactor.knowing(secrets) }
    const shown = shownExchange(parts, focus)
    const id = `${rank}${shown.id}`.slice(0, 16)
    const before = kept.get(id)
    if (before === undefined || before.milliseconds < milliseconds)
      kept.set(id, { exchange: { ...shown, id }, milliseconds })
    return id
  }

  return {
    withExchanges(findings, passed) {
      if (findings.length === 0 || redactor.samples === 'none') return findings
      const rank = rankOf(passed)
      return findings.map((finding) => {
        const { evidence, site, fingerprint } = finding
        if (evidence === undefined) return finding
        const known = keys.get(fingerprint)
        const withId = (exchange: string): Finding => ({ ...finding, evidence: { ...evidence, exchange } })
        // The rank is a prefix of the id, so the complete key can't sort before it.
        if (known !== undefined && keptKey(withId(rank)) > known) return finding
        const side = site.direction === 'request' ? 'request' : 'response'
        const found = withId(make(passed, rank, { [side]: evidence.instancePointer ?? '' }))
        const key = keptKey(found)
        if (known !== undefined && key > known) return finding
        keys.set(fingerprint, key)
        return found
      })
    },
    keep(passed, before) {
      if (redactor.samples === 'none') return undefined
      const rank = rankOf(passed)
      if (before !== undefined && rank > before) return undefined
      const id = make(passed, rank, {})
      return before === undefined || id < before ? id : undefined
    },
    get: (id) => kept.get(id),
    bestKey: (fingerprint) => keys.get(fingerprint),
    isFull: () => kept.size > most,
    settle(findings, ids) {
      const alive = new Set(findings.map(({ fingerprint }) => fingerprint))
      keys = new Map([...keys].filter(([fingerprint]) => alive.has(fingerprint)))
      const wanted = new Set([...ids, ...findings.flatMap(({ evidence }) => evidence?.exchange ?? [])])
      for (const id of kept.keys()) if (!wanted.has(id)) kept.delete(id)
      most = 2 * kept.size + mostUnsettled
      return Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}

/** Returns the first three digits of an exchange's id. Cheap to compute, and derived only from metadata that isn't sensitive. */
function rankOf({ recorded: { time = '', request }, observation }: Passed): string {
  const lengths = [request.url, observation.request.body, observation.body].map((text = '') => text.length)
  return sha256(JSON.stringify([String(time), request.method, ...lengths])).slice(0, 3)
}
