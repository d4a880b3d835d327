import { expect, it } from 'vitest'
import { driftFinding } from '../../testing/sample-report.ts'
import { createRedactor, redacted } from '../redaction/redact.ts'
import { curlLine, curlNotes } from './curl.ts'
import { type ExchangeParts, shownExchange, withExchanges } from './exchange.ts'

const redactor = createRedactor({ values: ['planted-secret'] })
const request = {
  method: 'POST',
  path: '/loans?api_key=$KEY&token=q&page=1',
  headers: { authorization: 'Bearer $TOKEN', cookie: 'sid=$SID; other=1', 'x-api-key': 'planted-secret', 'x-a': 'b' },
  body: '{"password":"planted-secret","amount":1}',
}
const list = JSON.stringify({ content: [{ status: null, rate: 'x' }] })
const observation = {
  ...{ request, status: 200, milliseconds: 7, authenticated: true, body: list },
  headers: { 'content-type': 'application/json', 'set-cookie': 'a=b', date: 'now', connection: 'close', etag: 'e' },
}
const parts: ExchangeParts = {
  ...{ request, observation, base: '$SPECDRIFT_BASE_URL', redactor },
  variables: ['KEY', 'TOKEN', 'SID'],
}

it('redacts secrets and replaces credentials by variables', () => {
  expect(shownExchange(parts)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    request: {
      method: 'POST',
      url: `$SPECDRIFT_BASE_URL/loans?api_key=$KEY&token=${redacted}&page=1`,
      headers: {
        authorization: 'Bearer $TOKEN',
        cookie: `sid=$SID; other=${redacted}`,
        'x-api-key': redacted,
        'x-a': 'b',
      },
      body: { text: `{"password":"${redacted}","amount":1}`, bytes: 40 },
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json', 'set-cookie': redacted, etag: 'e' },
      body: { text: list, bytes: list.length },
    },
  })
})

it('shows why there is no response', () => {
  const failure = { code: 'ECONNRESET', message: 'the connection to planted-secret was reset' }
  const lost = { request, headers: {}, milliseconds: 1, authenticated: false, failure }
  expect(shownExchange({ ...parts, observation: lost })).toMatchObject({
    failure: `ECONNRESET: the connection to ${redacted} was reset`,
  })
  expect(shownExchange({ ...parts, observation: lost })).not.toHaveProperty('response')
})

it('is shared by all findings of a short body, and truncated around each finding of a long body', () => {
  const at = (instancePointer: string) => driftFinding({ evidence: { instancePointer, samples: 1 } })
  const both = [at('/content/0/status'), at('/content/0/rate')]
  const short = withExchanges(both, parts)
  expect(short.exchanges).toHaveLength(1)
  expect(short.findings.map(({ evidence }) => evidence?.exchange)).toEqual(Array(2).fill(short.exchanges[0]?.id))
  const body = JSON.stringify({ content: Array.from({ length: 900 }, (_, id) => ({ id, note: 'n'.repeat(40) })) })
  const long = withExchanges([at('/content/1/id'), at('/content/800/id'), at('/content/801/id')], {
    ...parts,
    observation: { ...observation, body },
  })
  expect(long.exchanges.map(({ response }) => /"id":800\b/.test(response?.body?.text ?? ''))).toEqual([false, true])
  expect(long.findings.map(({ evidence }) => evidence?.exchange === long.exchanges[1]?.id)).toEqual([false, true, true])
})

it('does not depend on the duration', () => {
  const { id } = shownExchange(parts)
  const later = { ...observation, milliseconds: 900, headers: { ...observation.headers, date: 'then' } }
  expect(shownExchange({ ...parts, observation: later }).id).toBe(id)
  expect(shownExchange({ ...parts, observation: { ...observation, status: 201 } }).id).not.toBe(id)
})

it.each([
  [
    { ...request, headers: { authorization: 'Bearer $TOKEN' }, path: '/a' },
    { variables: ['SPECDRIFT_BASE_URL', 'TOKEN'], curlLacks: 'secrets' },
  ],
  [{ method: 'GET', path: '/a?x=$HOME', headers: { 'x-b': "it's $HOME" } }, { variables: ['SPECDRIFT_BASE_URL'] }],
  [
    { method: 'PUT', path: '/', headers: {}, body: 'x'.repeat(9000) },
    { variables: ['SPECDRIFT_BASE_URL'], curlLacks: 'the end of the body' },
  ],
])('lists the variables and omissions of a curl line', (sent, notes) => {
  expect(curlNotes(curlLine(sent, '$SPECDRIFT_BASE_URL', redactor, ['TOKEN']))).toEqual(notes)
})

it('has no notes for a complete curl line', () => {
  expect(curlNotes(curlLine({ method: 'GET', path: '/a', headers: {} }, 'http://host', redactor))).toEqual({})
})
