import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../description/reading/load.ts'
import { isApplicable } from '../../sandbox/drift/index.ts'
import { goodRequests } from '../../sandbox/good-requests.ts'
import { operations } from '../../sandbox/http/app.ts'
import { testClient } from '../../sandbox/test-client.ts'
import { createInspector } from '../live/inspect.ts'

type Sent = readonly [operation: string, path: string, body?: Readonly<Record<string, unknown>>]

const inspectors = new Map<string, ReturnType<typeof createInspector>>()

async function inspectorOf(contract: string) {
  const inspector = inspectors.get(contract) ?? createInspector(await loadDocument(`lending@${contract}`))
  inspectors.set(contract, inspector)
  return inspector
}

/** Returns the findings when today's service is checked against an older contract: severity, rule and location. */
async function found(contract: string, requests: readonly Sent[], drift: readonly string[] = []) {
  const inspector = await inspectorOf(contract)
  const client = testClient({ drift })
  const lines = new Set<string>()
  for (const [operation, path, body] of requests) {
    const method = operation.split(' ')[0] ?? ''
    const { status, headers, text } = await client.send(`${method} ${path}`, { body })
    const requestHeaders = { authorization: 'Bearer token', ...(body && { 'content-type': 'application/json' }) }
    const sent = body === undefined ? {} : { requestBody: JSON.stringify(body) }
    const received = { status, headers: Object.fromEntries(headers), body: text }
    const { findings } = inspector.inspect({ method, path, requestHeaders, ...sent, ...received })
    for (const { severity, ruleId, site } of findings) {
      if (site.direction === 'response') lines.add(`${severity} ${ruleId} ${site.operation} ${site.pointer}`)
    }
  }
  return [...lines]
}

const webhook = { eventType: 'MISSING_BANK_ACCOUNT', url: 'http://127.0.0.1:9/hook' }
const relationship = (relationshipStatus: string) => ({ applicantInfo: { relationshipStatus } })

/** Rows of the Versioning table: the first contract with the change, requests that show it, and expected findings. */
const rows = [
  {
    row: 'DRAFT added to application applyFor and status values',
    until: 'b03',
    requests: [
      ['POST /sub-account/loans/applications', '/sub-account/loans/applications', { applyFor: 'DRAFT' }],
      ['GET /sub-account/loans/applications', '/sub-account/loans/applications'],
      [
        'POST /sub-account/loans/redraws/applications',
        '/sub-account/loans/redraws/applications',
        { applyFor: 'DRAFT', loanId: 'loan-1', fiatAmount: 1 },
      ],
      ['GET /sub-account/loans/redraws/applications', '/sub-account/loans/redraws/applications'],
    ],
    errors: [
      'error enum-conformance POST /sub-account/loans/applications /applyFor',
      'error enum-conformance POST /sub-account/loans/applications /status',
      'error enum-conformance GET /sub-account/loans/applications /*/applyFor',
      'error enum-conformance GET /sub-account/loans/redraws/applications /*/status',
    ],
  },
  {
    row: 'relationshipStatus values replaced',
    until: 'b03',
    requests: ['DIVORCED', 'MARRIED_OR_DEFACTO', 'WIDOWED'].map(
      (status) =>
        ['POST /sub-account/loans/applications', '/sub-account/loans/applications', relationship(status)] as const,
    ),
    errors: ['error enum-conformance POST /sub-account/loans/applications /applicantInfo/relationshipStatus'],
  },
  {
    row: 'balance and currency made nullable in balance responses',
    until: 'b05',
    requests: [
      ['GET /main-account/balances/fiat', '/main-account/balances/fiat'],
      ['GET /sub-account/balances/fiat/{country}/{fiatCurrency}', '/sub-account/balances/fiat/NZ/NZD'],
    ],
    errors: [
      'error null-conformance GET /main-account/balances/fiat /*/balance',
      'error null-conformance GET /sub-account/balances/fiat/{country}/{fiatCurrency} /balance',
      'error null-conformance GET /sub-account/balances/fiat/{country}/{fiatCurrency} /currency',
    ],
  },
  {
    row: 'memo made nullable in the crypto wallet response',
    until: 'b05',
    requests: goodRequests.filter(([operation]) => operation.endsWith('/wallet')),
    errors: ['error null-conformance GET /main-account/deposit/crypto/{cryptoNetwork}/{cryptoCurrency}/wallet /memo'],
  },
  {
    row: 'MISSING_BANK_ACCOUNT added to webhook eventType',
    until: 'b06',
    requests: [
      ['POST /main-account/webhooks', '/main-account/webhooks', webhook],
      ['GET /main-account/webhooks', '/main-account/webhooks'],
    ],
    errors: ['error enum-conformance GET /main-account/webhooks /content/*/eventType'],
  },
] satisfies readonly { row: string; until: string; requests: readonly Sent[]; errors: readonly string[] }[]

describe('each change of the Versioning table fails a run against an earlier contract', () => {
  const cases = rows.flatMap((each) =>
    ['b03', 'b04', 'b05', 'b06'].map((contract) => ({ ...each, contract, isBefore: contract <= each.until })),
  )

  it.each(cases)('$row: $contract', async ({ contract, requests, errors, isBefore }) => {
    const lines = await found(contract, requests)
    if (isBefore) expect(lines).toEqual(expect.arrayContaining([...errors]))
    else expect(lines).not.toEqual(expect.arrayContaining(errors.slice(0, 1)))
  })
})

describe('drifts of the sandbox are errors only if they contradict stated facts', () => {
  /** Operations whose response schema is assumed, and first properties of partly assumed ones. */
  const guessed: Readonly<Record<string, readonly string[]>> = {
    null: [
      'GET /main-account/loans/offer',
      'POST /main-account/loans/offer/preview',
      'POST /main-account/loans/fixed-term/schedule',
      'GET /main-account/ltv/limits',
      'POST /main-account/borrow-limits',
      'GET /main-account/health',
      'POST /main-account/sub-accounts',
      'POST /sub-account/loans/applications',
      'PATCH /sub-account/loans/applications/{id}',
      'PATCH /sub-account/loans/applications/{id}/apply-for/{reason}',
      'POST /sub-account/loans/applications/{id}/withdraw',
      'POST /sub-account/loans/redraws/applications',
      'POST /sub-account/loans/rollovers/applications',
    ],
    // The document lists all values for transactions, but only examples for applications and events.
    enum: operations.filter(
      (operation) => isApplicable('enum', operation) && !operation.endsWith('/loans/transactions'),
    ),
  }

  it.each(['null', 'enum'] as const)('%s', async (kind) => {
    const severities: string[] = []
    for (const request of goodRequests.filter(([operation]) => isApplicable(kind, operation))) {
      const [line = ''] = await found('b07', [request], [`${kind}@${request[0]}`])
      if (line.startsWith('error') === guessed[kind]?.includes(request[0])) severities.push(line)
    }
    expect(severities).toEqual([])
  })
})
