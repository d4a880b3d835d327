import { describe, expect, it } from 'vitest'
import { descriptionOf, draftsOf, exchangeOf } from '../../testing/check-tester.ts'
import { createInspector } from '../checking/inspect.ts'
import auth from './auth-ignored.ts'
import presence from './body-presence.ts'
import deprecation from './deprecation-announced.ts'
import negative from './negative-accepted.ts'
import time from './response-time.ts'

describe('a status', () => {
  const generated = (mode: 'auth' | 'negative', status: number) => {
    const exchange = exchangeOf({ status })
    return { ...exchange, generated: { mode, location: 'body /a', what: 'is too long' } } as never
  }
  it.each([100, 199, 300, 404])('%i is no success', (status) => {
    expect([auth.judge(generated('auth', status)), negative.judge(generated('negative', status))]).toEqual([
      undefined,
      undefined,
    ])
  })

  it.each([200, 299])('%i is a success', (status) => {
    expect(auth.judge(generated('auth', status))).toMatchObject({
      message: `status ${status} although the body /a is too long`,
      key: 'is too long',
    })
    expect(negative.judge(generated('negative', status))).toMatchObject({
      message: `status ${status} although body /a is too long`,
    })
    expect([auth.judge(generated('negative', status)), negative.judge(generated('auth', status))]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('of a server error mentions that the test expects it', () => {
    const description = descriptionOf(
      `{ openapi: 3.1.0, info: { title: t, version: '1' }, paths: { /a: { get: { responses: {} } } } }`,
    )
    const [operation] = description.operations
    if (operation === undefined) throw new Error('it is there')
    const observation = {
      request: { method: 'GET', path: '/a', headers: {} },
      status: 500,
      headers: {},
      milliseconds: 1,
      authenticated: false,
    }
    const { findings } = createInspector(description).inspectOperation(operation, observation, {
      expected: (status) => status === 500,
    })
    expect(findings.find(({ ruleId }) => ruleId === 'server-error')?.message).toContain(
      'status 500, as the test expects',
    )
  })
})

it('recognises both deprecation headers', () => {
  const sent = (headers: Record<string, string>) =>
    draftsOf(deprecation, { headers }).map(({ key, observed, part }) => [key, observed, part])
  expect(sent({ deprecation: '@1' })).toEqual([['Deprecation', '@1', 'header Deprecation']])
  expect(sent({ sunset: 'x' })).toEqual([['Sunset', 'x', 'header Sunset']])
  expect(sent({ deprecation: '@1', sunset: 'x' })).toEqual([['Deprecation', '@1', 'header Deprecation']])
  expect(sent({ deprecation: 'false', sunset: 'x' })).toEqual([['Sunset', 'x', 'header Sunset']])
  expect([sent({}), sent({ deprecation: 'false' }), sent({ sunset: '' })]).toEqual([[], [], []])
  expect(draftsOf(deprecation, { headers: { deprecation: '' } })).toMatchObject([{ key: 'Deprecation' }])
  expect(draftsOf(deprecation, { headers: { deprecation: '' } })[0]).not.toHaveProperty('observed')
})

it('reports a response only above its time limit', () => {
  const inspect = (milliseconds: number) => {
    const exchange = exchangeOf({})
    return time.judge({ ...exchange, observation: { ...exchange.observation, milliseconds }, responseTimeMs: 100 })
  }
  expect(inspect(100)).toBeUndefined()
  expect(inspect(100.6)).toMatchObject({
    key: 'slow',
    observed: 101,
    expected: 100,
    message: 'took longer than the 100 ms of its budget',
  })
})

it('requires no body in a response to HEAD', () => {
  const none = { schema: '{ type: object }' }
  expect(draftsOf(presence, none)).toHaveLength(1)
  expect(draftsOf(presence, { ...none, method: 'HEAD' })).toEqual([])
})
