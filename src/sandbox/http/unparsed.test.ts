import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../index.ts'

/** Returns the response to raw bytes until the server closes the connection. */
function responseTo(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject).on('close', () => resolve(received))
  })
}

const line = 'GET /main-account/health HTTP/1.1\r\n'
const head = `${line}Host: localhost\r\n`
describe('unparsable requests get the documented error body', () => {
  it.each<[string, string, number]>([
    ['no Host', `${line}\r\n`, 400],
    ['two of them', `${head}Host: localhost\r\n\r\n`, 400],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['an unknown method', `NONE / HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400],
    ['a header without a colon', `${head}nonsense\r\n\r\n`, 400],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['a length and chunks', `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
    ['a chunk without a length', `${head.replace('GET', 'POST')}Transfer-Encoding: chunked\r\n\r\nno\r\n`, 400],
    ['headers that are too large', `${head}X: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ])('%s', async (_, text, status) => {
    const sandbox = await startSandbox({ controlPort: 0 })
    try {
      for (const url of [sandbox.url, sandbox.controlUrl ?? '']) {
        const received = await responseTo(url, text)
        expect(received).toContain(`HTTP/1.1 ${status} `)
        expect(received.toLowerCase()).toContain('connection: close')
        expect(JSON.parse(/\{.*\}/.exec(received)?.[0] ?? '')).toMatchObject({
          code: 'INVALID_FIELD',
          traceId: expect.any(String),
        })
      }
    } finally {
      // Must not wait for connections still open.
      await sandbox.close()
    }
  })

  it('an unknown expectation is ignored', async () => {
    const sandbox = await startSandbox()
    const text = `${head}Expect: nonsense\r\nAuthorization: Bearer main-token\r\nConnection: close\r\n\r\n`
    expect(await responseTo(sandbox.url, text)).toContain('HTTP/1.1 200 OK')
    await sandbox.close()
  })
})
