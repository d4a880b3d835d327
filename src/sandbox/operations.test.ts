import { describe, expect, it } from 'vitest'
import { goodRequests } from './good-requests.ts'
import { operations } from './http/app.ts'
import { testClient } from './test-client.ts'

const requests = goodRequests.map(([operation, path, body]) => {
  const [method = ''] = operation.split(' ')
  return { operation, call: `${method} ${path}`, body }
})

/** As JSON text, because JSON can contain numbers that JavaScript can't represent. */
const wrongValues = ['null', 'true', '-1', '0', '1e400', '1e-30', '""', '"nonsense"', '[]', '[null]', '[[]]', '{}']

describe('the operations', () => {
  it('are 49: 6 of the calculator, 21 of the main account and 22 of the sub-account', () => {
    expect(new Set(operations).size).toBe(49)
    expect(operations.filter((each) => each.includes(' /main-account/'))).toHaveLength(27)
    expect(operations.filter((each) => each.includes(' /sub-account/'))).toHaveLength(22)
  })

  it.each(requests)('$operation returns JSON for a valid request', async ({ call, body }) => {
    const { status, headers, body: response } = await testClient().call(call, { body })
    expect(status, JSON.stringify(response)).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(response).not.toBeNull()
  })

  it.each(requests)('$operation returns the same in every run', async ({ call, body }) => {
    const [one, other] = await Promise.all([testClient().call(call, { body }), testClient().call(call, { body })])
    expect(one.body).toEqual(other.body)
  })

  it.each(requests.filter(({ body }) => body))('$operation rejects malformed JSON', async ({ call }) => {
    for (const [rawBody, code] of [
      ['{"a":', 'MALFORMED_JSON'],
      ['[]', 'INVALID_FIELD'],
      [`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'INVALID_FIELD'],
    ] as const) {
      const { status, body } = await testClient().call(call, { rawBody })
      expect(status).toBe(400)
      expect(body).toMatchObject({ code, traceId: 'trace-1' })
    }
  })

  const withMembers = requests.filter(({ body }) => Object.keys(body ?? {}).length > 0)
  it.each(withMembers)('$operation never fails for an invalid value', async ({ call, body }) => {
    for (const name of Object.keys(body ?? {})) {
      for (const wrong of wrongValues) {
        const rawBody = JSON.stringify({ ...body, [name]: '<wrong>' }).replace('"<wrong>"', wrong)
        const { status, body: response } = await testClient().call(call, { rawBody })
        expect([200, 400, 404], `${rawBody} gives ${JSON.stringify(response)}`).toContain(status)
        if (status !== 200)
          expect(response).toMatchObject({ field: expect.stringContaining(name), fields: [expect.any(String)] })
      }
    }
  })
})
