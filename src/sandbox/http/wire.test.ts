import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../index.ts'
import { operations } from './app.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

/** Sends raw bytes and returns the status of each response, because client libraries would add missing headers. */
function statuses(text: string): Promise<readonly number[]> {
  const { hostname, port } = new URL(sandbox.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () =>
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))),
    )
  })
}

const last = 'Connection: close\r\n'

function request(call: string, headers: string, body = ''): string {
  const [method = '', template = ''] = call.split(' ')
  const path = template.replace(/\{\w+\}/g, 'none')
  const token = path.startsWith('/main') ? 'main-token' : 'sub-token'
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n${body}`
}

const chunked = 'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const end = '0\r\n\r\n'

const bodies: readonly (readonly [what: string, headers: string, body: string])[] = [
  ['no body and no Content-Length', '', ''],
  ['no body, as it states', 'Content-Length: 0\r\n', ''],
  ['a chunked body', chunked, chunk('{') + chunk('}') + end],
  ['a chunked body without a chunk', chunked, end],
  ['a chunked body that is no JSON', chunked, chunk('nonsense') + end],
  ['a chunked body without a type', 'Transfer-Encoding: chunked\r\n', chunk('{"a":1}') + end],
]

/** Writing operations, and methods that no path supports. */
const calls = [
  ...operations,
  ...['DELETE', 'OPTIONS', 'PUT', 'HEAD', 'QUERY', 'POST', 'PATCH'].flatMap((method) => [
    `${method} /main-account/balances/crypto`,
    `${method} /sub-account/loans`,
    `${method} /nowhere`,
    `${method} /main-account/nowhere`,
  ]),
]

describe.each(bodies)('a request with %s', (_, headers, body) => {
  it('gets a response below 500 from every operation and for every other method', async () => {
    const responses: (readonly [call: string, statuses: readonly number[]])[] = []
    for (const call of calls) responses.push([call, await statuses(request(call, headers + last, body))])
    const isWrong = ([, [status = 500, ...more]]: (typeof responses)[number]) => status >= 500 || more.length > 0
    expect(responses.filter(isWrong)).toEqual([])
  })

  it('keeps the connection usable, even if rejected unread', async () => {
    const refused = request('POST /main-account/balances/crypto', headers, body)
    const next = request('GET /main-account/health', last)
    const refusal = headers.includes('Type') || body.length < 6 ? 400 : 415
    expect(await statuses(refused + request('POST /main-account/webhooks', headers, body) + next)).toEqual([
      405,
      refusal,
      200,
    ])
  })
})

describe('a body that is too large', () => {
  const text = 'x'.repeat(300_000)

  it.each([
    ['as its length states', `Content-Length: ${text.length}\r\n`, text],
    ['in one chunk', chunked, chunk(text) + end],
    ['in many chunks', chunked, chunk('x'.repeat(1000)).repeat(300) + end],
  ])('is rejected: %s', async (_, headers, body) => {
    expect(await statuses(request('POST /main-account/webhooks', headers + last, body))).toEqual([413])
  })
})

it('handles a request without a body', async () => {
  const withdraw = 'POST /sub-account/loans/applications/application-1/withdraw'
  expect(await statuses(request(withdraw, last))).toEqual([200])
  const chunks = chunk('{"eventType":"LOAN_STATUS_') + chunk('CHANGED","url":"http://127.0.0.1:9/"}') + end
  expect(await statuses(request('POST /main-account/webhooks', chunked + last, chunks))).toEqual([200])
})

it.each([
  ['GET *', '', 400],
  ['OPTIONS *', '', 400],
  ['GET /main-account\\health', '', 400],
  ['GET /main-account/health', 'localhost:', 400],
  ['GET /main-account/health', 'evil.example', 403],
])('%s with the Host "%s" returns the documented error body', async (call, host, status) => {
  const { hostname, port } = new URL(sandbox.url)
  const socket = connect(Number(port), hostname)
  socket.write(`${call} HTTP/1.1\r\nHost: ${host || 'localhost'}\r\n${last}\r\n`)
  let received = ''
  for await (const chunk of socket.setEncoding('utf8')) received += chunk
  const [head = '', body = ''] = received.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/json`, 'i'))
  expect(JSON.parse(/\{.*\}/.exec(body)?.[0] ?? '')).toMatchObject({
    code: expect.any(String),
    message: expect.any(String),
    traceId: expect.any(String),
  })
})

it.each(['application/xml', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
  'rejects a body of %s with 415, without changes',
  async (type) => {
    const headers = { authorization: 'Bearer main-token', 'content-type': type }
    const send = async (path: string, init: RequestInit) => fetch(`${sandbox.url}${path}`, { headers, ...init })
    const before = await (await send('/main-account/webhooks', {})).text()
    const body = '{"eventType":"LOAN_STATUS_CHANGED","url":"http://127.0.0.1:9/"}'
    const response = await send('/main-account/webhooks', { method: 'POST', body })
    expect([response.status, await response.json()]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA_TYPE' }])
    expect(await (await send('/main-account/webhooks', {})).text()).toBe(before)
  },
)
