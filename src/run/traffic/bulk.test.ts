import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../model/json.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import type { RecordedExchange } from '../../traffic/recording.ts'
import { createSession } from './session.ts'

const order = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', maximum: 100 },
    state: { enum: ['OPEN', 'PAID'] },
    email: { type: 'string', format: 'email' },
    token: { type: 'string', maxLength: 8 },
  },
}
const description = descriptionOf(
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'orders', version: '1' },
    paths: {
      '/orders': {
        get: {
          parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }],
          responses: { 200: { description: 'OK', content: { 'application/json': { schema: order } } } },
        },
      },
    },
  }),
)

interface Made {
  readonly query?: string
  readonly status?: number
  readonly token?: string
}

function exchange(body: JsonObject | string, { query = '', status = 200, token = 'abc' }: Made = {}): RecordedExchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    request: {
      method: 'GET',
      url: `https://api.example.com/orders${query}`,
      headers: { authorization: `Bearer ${token}-secret` },
      body: '',
    },
    response: { status, headers: { 'content-type': 'application/json' }, body: text },
  }
}

/** Exchanges of each kind: with the same and other examples, requests, secrets and several findings at once. */
const exchanges = Array.from({ length: 30 }, (_, at): RecordedExchange[] => {
  const mixed = (at * 17) % 30
  return [
    exchange({ id: 1, state: 'LOST' }, { query: `?page=${1 + mixed}` }),
    exchange({ id: 200 + mixed }, { query: `?page=${1 + (at % 3)}` }),
    exchange({ id: 'none', state: `S${mixed % 12}` }),
    exchange({ id: 1, email: `someone${mixed}(at)example.com` }),
    exchange({ id: 1, token: `long-enough-${mixed}` }, { token: `t${mixed % 4}` }),
    exchange({ id: 1, state: 'abcd-secret' }, { token: mixed % 2 === 0 ? 'abcd' : 'other' }),
    exchange({ error: `failed ${mixed}` }, { status: 500 }),
    exchange({ id: 1 }, { query: `?page=0&debug=${mixed}` }),
    exchange('{"id": 1,', { query: `?page=${1 + (mixed % 2)}` }),
    exchange({ state: 'OPEN' }, { status: 418 }),
  ]
}).flat()

describe('checking in bulk', () => {
  it('gives the same result as making each finding', () => {
    expect(resultOf(exchanges, { inBulk: true })).toEqual(resultOf(exchanges, {}))
  })

  it('gives the same result in any order', () => {
    const reversed = exchanges.toReversed()
    expect(resultOf(reversed, { inBulk: true })).toEqual(resultOf(reversed, {}))
    expect(resultOf(reversed, { inBulk: true })).toEqual(resultOf(exchanges, { inBulk: true }))
  })

  it('makes only findings whose evidence may be kept', () => {
    const session = createSession(description, {}, { inBulk: true })
    const alike = Array.from({ length: 40 }, (_, at) => exchange({ id: 200 }, { query: `?page=${100 + at}` }))
    const made = alike.map((one) => session.check(one).length)
    expect(made).toEqual([1, ...Array(39).fill(0)])
    expect(session.result().findings[0]?.evidence?.samples).toBe(40)
  })

  it('gives the same result with severities, and without samples', () => {
    const selections = [
      { rules: { 'server-error': 'info', 'enum-conformance': 'off' } },
      { samples: 'none' },
      { redact: ['state'] },
    ] as const
    for (const selection of selections)
      expect(resultOf(exchanges, { inBulk: true }, selection)).toEqual(resultOf(exchanges, {}, selection))
  })
})

function resultOf(
  all: readonly RecordedExchange[],
  bulk: Parameters<typeof createSession>[2],
  selection: Parameters<typeof createSession>[1] = {},
): ReturnType<ReturnType<typeof createSession>['result']> {
  const session = createSession(description, selection, bulk)
  for (const one of all) session.check(one)
  return session.result()
}
