import { shownExchange } from '../../drift/evidence/exchange.ts'
import { keptKey } from '../../drift/evidence/merge.ts'
import type { Redactor } from '../../drift/redaction/redact.ts'
import { receivedSecrets, sentSecrets } from '../../drift/redaction/sent-secrets.ts'
import type { Finding } from '../../model/finding.ts'
import type { Observation } from '../../model/observation.ts'
import { sha256 } from '../../util/fingerprint.ts'
import type { KeptExchange } from '../partial/result.ts'
import type { RecordedExchange } from '../recording.ts'

/** A recorded exchange as it was checked, and as it was recorded. */
export interface Passed {
  readonly recorded: RecordedExchange
  readonly observation: Observation
}

/** Keeps the exchanges that findings are shown with. */
export interface ExchangeKeeper {
  /** Gives each finding its exchange, unless one that is kept before it was seen already. */
  withExchanges(findings: readonly Finding[], passed: Passed): readonly Finding[]
  /** The exchange, if it may be kept before the one of this id. Its own id is returned. */
  keep(passed: Passed, before: string | undefined): string | undefined
  get(id: string): KeptExchange | undefined
  /** So many are kept that some of them are not wanted any more. */
  isFull(): boolean
  /** Those with an id; all others are forgotten, and so are findings that are none any more. */
  settle(findings: readonly Finding[], ids: Iterable<string>): Readonly<Record<string, KeptExchange>>
}

/** Exchanges that may be kept and not be wanted. */
const mostUnsettled = 2000

/** Where the API is, in the lines that repeat a call. */
const base = '$SPECDRIFT_BASE_URL'

/**
 * Makes a keeper. Of all exchanges of a finding the one is kept that `mergeFindings` keeps: the first by text, whatever came first and however
 * the traffic is sliced. Few are made: most cannot be the first.
 */
export function createExchangeKeeper(redactor: Redactor): ExchangeKeeper {
  const kept = new Map<string, KeptExchange>()
  /** By fingerprint, what decides which finding is kept. */
  let keys = new Map<string, string>()
  let most = mostUnsettled

  const make = ({ observation }: Passed, rank: string, focus: Parameters<typeof shownExchange>[1]): string => {
    const { request, milliseconds } = observation
    const secrets = [...sentSecrets(request, redactor), ...receivedSecrets(observation, redactor)]
    const parts = { request, observation, base, redactor: secrets.length === 0 ? redactor : redactor.knowing(secrets) }
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
        // The rank is a prefix: the key of the whole is not before it.
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

/**
 * Three digits that begin the id of an exchange, so that most need not be made to know that another one is kept. Made of what says nothing of what
 * was sent.
 */
function rankOf({ recorded: { time = '', request }, observation }: Passed): string {
  const lengths = [request.url, observation.request.body, observation.body].map((text = '') => text.length)
  return sha256(JSON.stringify([String(time), request.method, ...lengths])).slice(0, 3)
}
