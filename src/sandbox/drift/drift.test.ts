import { describe, expect, it } from 'vitest'
import { goodRequests } from '../good-requests.ts'
import { operations } from '../http/app.ts'
import { testClient } from '../test-client.ts'
import { SandboxUsageError } from '../usage-error.ts'
import { driftKinds, isApplicable, parseDrift } from './index.ts'

/** Returns the paths at which two JSON values differ. */
function differences(before: unknown, after: unknown, path = ''): readonly string[] {
  if (Object.is(before, after)) return []
  if (!isObject(before) || !isObject(after)) return [path]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => differences(before[key], after[key], `${path}/${key}`))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function request(operation: string): { readonly call: string; readonly body: unknown } {
  const [, path = '', body] = goodRequests.find(([name]) => name === operation) ?? []
  return { call: `${operation.split(' ')[0]} ${path}`, body }
}

async function changes(kind: string, operation: string) {
  const { call, body } = request(operation)
  const clean = await testClient().call(call, { body })
  const drifted = await testClient({ drift: [`${kind}@${operation}`] }).call(call, { body })
  expect(drifted.status).toBe(200)
  expect([...drifted.headers]).toEqual([...clean.headers])
  return { locations: differences(clean.body, drifted.body), body: drifted.body }
}

/** Kinds that change the JSON body; faults.test.ts tests the others over a socket. */
const bodyKinds = ['null', 'enum', 'required', 'type', 'format', 'extra']

const possible = bodyKinds.flatMap((kind) =>
  operations.filter((operation) => isPossible(`${kind}@${operation}`)).map((operation) => ({ kind, operation })),
)

function isPossible(text: string): boolean {
  try {
    return parseDrift(text, operations).operation !== ''
  } catch {
    return false
  }
}

describe('drift', () => {
  it('has these kinds', () => {
    const transport = ['body', 'malformed', 'status', 'content-type', 'html', '429', '500', '503']
    expect(driftKinds).toEqual([...bodyKinds, ...transport, 'slow', 'truncated', 'reset'])
  })

  it('applies to this number of operations', () => {
    const counts = driftKinds.map((kind) => [kind, operations.filter((each) => isApplicable(kind, each)).length])
    const narrow = { null: 45, enum: 15, required: 9, format: 21 }
    expect(Object.fromEntries(counts)).toEqual({
      ...Object.fromEntries(driftKinds.map((kind) => [kind, 49])),
      ...narrow,
    })
  })

  it.each(possible)('$kind changes one location in the response of $operation', async ({ kind, operation }) => {
    expect((await changes(kind, operation)).locations).toHaveLength(1)
  })

  it.each([
    ['null', 'GET /main-account/balances/crypto', '/0', null],
    ['null', 'GET /main-account/loans', '/content/0', null],
    ['null', 'GET /sub-account/loans/{loanId}', '/id', null],
    ['null', 'GET /main-account/deposit/crypto/{cryptoNetwork}/{cryptoCurrency}/wallet', '/cryptoNetwork', null],
    ['type', 'GET /main-account/prices/{cryptoCurrency}/{fiatCurrency}', '/cryptoCurrency', 42],
    ['type', 'GET /sub-account/balances/crypto', '/0/balance', '3'],
    ['format', 'GET /sub-account/loans/{loanId}', '/createdAt', '2025-11-16 09:00:00'],
    ['extra', 'GET /main-account/health', '/unheardOf', true],
    ['enum', 'POST /main-account/loans/transactions', '/content/0/status', 'POSTPONED_INDEFINITELY'],
    ['enum', 'GET /main-account/webhooks/executions', '/content/0/eventType', 'POSTPONED_INDEFINITELY'],
    [
      'enum',
      'POST /sub-account/loans/rollovers/applications',
      '/applicantInfo/relationshipStatus',
      'POSTPONED_INDEFINITELY',
    ],
    ['required', 'GET /main-account/loans', '/content/0/initialBorrow', undefined],
    ['required', 'GET /sub-account/loans', '/0/initialBorrow', undefined],
    ['required', 'POST /sub-account/loans/{loanId}/close/fiat', '/initialBorrow', undefined],
  ])('%s at %s is at %s', async (kind, operation, location, value) => {
    const { locations, body } = await changes(kind, operation)
    expect(locations).toEqual([location])
    const found = location
      .slice(1)
      .split('/')
      .reduce<unknown>((within, key) => (isObject(within) ? within[key] : undefined), body)
    expect(found).toBe(value)
  })

  it('does not affect rejections and other operations', async () => {
    const client = testClient({ drift: ['null@GET /sub-account/loans/{loanId}'] })
    expect((await client.call('GET /sub-account/loans/none')).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await client.call('GET /sub-account/loans')).body).toMatchObject([{ id: 'loan-1' }, { id: 'loan-2' }])
  })

  it('can be switched on more than once', async () => {
    const client = testClient({ drift: ['null@GET /main-account/health', 'required@GET /sub-account/loans'] })
    expect((await client.call('GET /main-account/health')).body).toEqual({ status: null })
    const { body } = await client.call<object[]>('GET /sub-account/loans')
    expect(body[0]).not.toHaveProperty('initialBorrow')
  })
})

describe('an invalid drift', () => {
  it.each([
    ['null', /not of the form <kind>@<METHOD path>.*null, enum, required/],
    ['nul@GET /main-account/loans', /no drift kind 'nul'.*Kinds: null, enum, required/],
    ['null@GET /main-acount/loans', /no operation.*Did you mean 'GET \/main-account\/loans'/],
    ['null@', /no operation/],
    ['required@GET /main-account/health', /cannot happen at 'GET \/main-account\/health'.*It can at: .* and 4 more/],
    [
      'null@GET /main-account/balances/fiat/{country}/{fiatCurrency}',
      /cannot happen.*GET \/main-account\/balances\/fiat/,
    ],
  ])('%s throws a usage error with a suggestion', (text, message) => {
    const parse = () => parseDrift(text, operations)
    expect(parse).toThrow(SandboxUsageError)
    expect(parse).toThrow(message)
  })

  it('accepts the method in lower case', () => {
    expect(parseDrift('null@get  /main-account/loans', operations).operation).toBe('GET /main-account/loans')
  })
})
