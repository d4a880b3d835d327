import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../description/reading/load.ts'
import { listSnapshots } from '../../description/snapshots/store.ts'
import type { Finding } from '../../model/finding.ts'
import { diffDocuments } from './diff.ts'

/**
 * The Versioning section of the lending service's interface document, by row: the change, whether the service's rule ("removed or
 * added enumeration values, nullable changes, new required properties") marks it as breaking, and the expected findings: build,
 * rule, location, and affected operations.
 */
interface Row {
  readonly change: string
  readonly breaking: boolean
  readonly findings: readonly (readonly [build: string, ruleId: string, location: string])[]
  /** Findings of the row that the service's rule doesn't mention, so they aren't breaking. */
  readonly unmarked?: Row['findings']
  readonly reaches?: readonly string[]
}

const schema = (name: string, pointer = '') => `#/components/schemas/${name}${pointer}`

const rows: readonly Row[] = [
  {
    change: 'Transaction type and status enumerations replaced',
    breaking: true,
    findings: [
      ['b03', 'enum-narrowed', schema('TransactionType')],
      ['b03', 'enum-widened', schema('TransactionType')],
      ['b03', 'enum-narrowed', schema('TransactionStatus')],
      ['b03', 'enum-widened', schema('TransactionStatus')],
    ],
    reaches: ['POST /main-account/loans/transactions', 'POST /sub-account/loans/transactions'],
  },
  {
    change: 'DRAFT added to application applyFor and status values',
    breaking: true,
    findings: [
      ['b04', 'enum-widened', schema('ApplyFor')],
      ['b04', 'enum-widened', schema('ApplicationStatus')],
    ],
    reaches: ['GET /sub-account/loans/applications', 'GET /sub-account/loans/redraws/applications'],
  },
  {
    change: 'PATCH /sub-account/loans/applications/{id} added',
    breaking: false,
    findings: [['b04', 'operation-added', 'PATCH /sub-account/loans/applications/{id}']],
  },
  {
    change: 'loanApplicationId added (optional) to transaction responses',
    breaking: false,
    findings: [['b03', 'property-added', schema('LoanTransaction', '/properties/loanApplicationId')]],
    reaches: [
      'PATCH /sub-account/loans/transactions',
      'POST /main-account/loans/transactions',
      'POST /sub-account/loans/transactions',
    ],
  },
  {
    change: 'relationshipStatus values replaced',
    breaking: true,
    findings: [
      ['b04', 'enum-narrowed', schema('RelationshipStatus')],
      ['b04', 'enum-widened', schema('RelationshipStatus')],
    ],
    reaches: [
      'POST /sub-account/loans/applications',
      'POST /sub-account/loans/redraws/applications',
      'POST /sub-account/loans/rollovers/applications',
    ],
  },
  {
    change: 'initialBorrow, totalFee, totalRedraw made required in loan responses',
    breaking: true,
    findings: ['initialBorrow', 'totalFee', 'totalRedraw'].map(
      (name) => ['b05', 'property-became-required', schema('Loan', `/properties/${name}`)] as const,
    ),
    reaches: [
      'GET /main-account/loans',
      'GET /sub-account/loans',
      'GET /sub-account/loans/{loanId}',
      'POST /sub-account/loans/{loanId}/close/fiat',
      'POST /sub-account/loans/{loanId}/close/security',
      'POST /sub-account/loans/{loanId}/repayments/fiat',
      'POST /sub-account/loans/{loanId}/repayments/security',
      'POST /sub-account/loans/{loanId}/security/top-up',
      'POST /sub-account/loans/{loanId}/security/withdraw',
    ],
  },
  {
    change: 'balance and currency made nullable in balance responses',
    breaking: true,
    findings: ['balance', 'currency'].map(
      (name) => ['b06', 'nullable-added', schema('Balance', `/properties/${name}`)] as const,
    ),
    reaches: ['main-account', 'sub-account'].flatMap((account) => [
      `GET /${account}/balances/crypto`,
      `GET /${account}/balances/crypto/{cryptoCurrency}`,
      `GET /${account}/balances/fiat`,
      `GET /${account}/balances/fiat/{country}/{fiatCurrency}`,
    ]),
  },
  {
    change: 'memo made nullable in the crypto wallet response',
    breaking: true,
    findings: [['b06', 'nullable-added', schema('CryptoDepositWallet', '/properties/memo')]],
    reaches: ['GET /main-account/deposit/crypto/{cryptoNetwork}/{cryptoCurrency}/wallet'],
  },
  {
    change: 'GET /main-account/health added',
    breaking: false,
    findings: [['b07', 'operation-added', 'GET /main-account/health']],
  },
  {
    change: 'email required and contactNumber optional in sub-account creation; businessDetails nullable',
    breaking: true,
    findings: [
      ['b07', 'property-became-required', schema('SubAccountRequest', '/properties/email')],
      ['b06', 'nullable-added', schema('SubAccountRequest', '/properties/businessDetails')],
    ],
    unmarked: [['b07', 'property-became-optional', schema('SubAccountRequest', '/properties/contactNumber')]],
    reaches: ['POST /main-account/sub-accounts'],
  },
  {
    change: 'MISSING_BANK_ACCOUNT added to webhook eventType',
    breaking: true,
    findings: [['b07', 'enum-widened', schema('WebhookEventType')]],
    reaches: ['GET /main-account/webhooks', 'GET /main-account/webhooks/executions', 'POST /main-account/webhooks'],
  },
]

const locationOf = ({ site }: Finding) =>
  site.component === undefined ? `${site.operation}${site.pointer}` : `${site.component}${site.pointer}`

async function changelog(): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const snapshots = await listSnapshots('specs', 'lending')
  const found = new Map<string, readonly Finding[]>()
  for (const [index, { id }] of snapshots.entries()) {
    const previous = snapshots[index - 1]
    if (previous === undefined) continue
    const [base, revision] = await Promise.all([loadDocument(`lending@${previous.id}`), loadDocument(`lending@${id}`)])
    found.set(id, (await diffDocuments(base, revision, { policy: 'strict' })).findings)
  }
  return found
}

describe('the changelog of the lending service under its own policy', async () => {
  const found = await changelog()

  it.each(rows)('$change', ({ breaking, findings, unmarked = [], reaches = [] }) => {
    for (const expected of [...findings, ...unmarked]) {
      const [build, ruleId, location] = expected
      const match =
        found.get(build)?.filter((finding) => finding.ruleId === ruleId && locationOf(finding) === location) ?? []
      expect(match, `${build} ${ruleId} ${location}`).toHaveLength(1)
      expect(match[0]?.severity === 'error', `${ruleId} at ${location} is marked as breaking`).toBe(
        breaking && !unmarked.includes(expected),
      )
      expect(match[0]?.reaches).toEqual(expect.arrayContaining([...reaches]))
    }
  })

  it('covers the 11 changes of the table', () => {
    expect(rows).toHaveLength(11)
  })

  it('reports no finding missing from the table', () => {
    const reported = new Set(
      rows.flatMap((row) => [...row.findings, ...(row.unmarked ?? [])].map((finding) => finding.join(' '))),
    )
    // b02 also loosens parameters according to the document's "Parameter notes".
    const rest = [...found].flatMap(([build, findings]) =>
      findings
        .map((finding) => `${build} ${finding.ruleId} ${locationOf(finding)}`)
        .filter((line) => !reported.has(line)),
    )
    // The version is the build name, and examples depend on the values.
    const others = rest.filter((line) => !line.startsWith('b02 ') && !line.includes(' documentation-changed '))
    expect(others).toEqual([])
  })

  it('reports the changes of the parameter notes in b02', () => {
    const lines = (found.get('b02') ?? []).map((finding) => `${finding.ruleId} ${locationOf(finding)}`)
    const parameter = (name: string) => `#/components/parameters/${name}/schema`
    for (const name of ['CryptoCurrency', 'CryptoNetwork', 'Country', 'FiatCurrency', 'AccountType']) {
      expect(lines).toContain(`enum-removed ${parameter(name)}`)
    }
    for (const name of ['PageNumber', 'PageSize']) {
      // In a query, every integer is also a string, so the parameter accepts more.
      expect(lines).toContain(`type-widened ${parameter(name)}`)
      expect(lines).toContain(`default-changed ${parameter(name)}`)
    }
    expect(lines).toContain(`format-widened ${parameter('LoanOfferId')}`)
  })
})
