import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startSandbox } from '../index.ts'

const own = await startSandbox({ controlPort: 0 })
const everywhere = await startSandbox({ host: '0.0.0.0', controlPort: 0 })
afterAll(async () => {
  await own.close()
  await everywhere.close()
})

/** Returns the status of the response to raw bytes, because client libraries don't send such a Host. */
function statusOf(url: string, head: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(`${head}Connection: close\r\n\r\n`),
    )
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1])))
  })
}

const ports = [
  ['the service', own.url, '/openapi.json', 404],
  ['the control port', own.controlUrl ?? '', '/clock', 200],
] as const

it.each(['localhost', 'LocalHost.:80', 'shop.localhost:1', '127.0.0.1', '127.0.0.2:8080', '[::1]', '[::1]:99'])(
  'Host %s is ours on both ports',
  async (host) => {
    for (const [, url, path, status] of ports)
      expect(await statusOf(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(status)
  },
)

it.each([
  'evil.example',
  'evil.example:80',
  'localhost.evil.example',
  'evillocalhost',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  'evil.example@localhost',
  'localhost, evil.example',
  'localhost/evil',
  '10.0.0.1',
  '0.0.0.0',
  '169.254.169.254',
  '[::2]',
  '[::ffff:10.0.0.1]',
  '',
])('rejects Host "%s" on both ports', async (host) => {
  for (const [, url, path] of ports)
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
      expect(await statusOf(url, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`)).toBe(403)
})

it('rejects duplicate, missing and conflicting hosts', async () => {
  for (const [, url, path, status] of ports) {
    const host = 'Host: localhost\r\n'
    expect(await statusOf(url, `GET ${path} HTTP/1.1\r\n${host}Host: evil.example\r\n`)).not.toBe(status)
    expect(await statusOf(url, `GET ${path} HTTP/1.0\r\n`)).toBe(403)
    expect(await statusOf(url, `GET http://evil.example${path} HTTP/1.1\r\n${host}`)).toBe(403)
    expect(await statusOf(url, `GET http://localhost${path} HTTP/1.1\r\n${host}`)).toBe(status)
  }
})

it('accepts the name it listens on, or, on every address, the address of the request', async () => {
  expect(await statusOf(everywhere.url, 'GET /none HTTP/1.1\r\nHost: 0.0.0.0\r\n')).toBe(404)
  expect(await statusOf(everywhere.url, 'GET /none HTTP/1.1\r\nHost: evil.example\r\n')).toBe(403)
  expect(await statusOf(everywhere.controlUrl ?? '', 'GET /clock HTTP/1.1\r\nHost: 10.9.8.7\r\n')).toBe(403)
})
