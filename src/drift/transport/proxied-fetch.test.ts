import { createServer, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { listen, servers } from '../../testing/servers/loopback.ts'
import { proxiedFetch } from './proxied-fetch.ts'

const { cleanups } = servers()

/** Starts a proxy that responds itself, and returns the requests it received. */
async function startProxy(statusOf: (request: IncomingMessage) => number | undefined) {
  const received: unknown[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push([request.method, request.url, request.headers.host, request.headers['proxy-authorization'], body])
    const status = statusOf(request)
    if (status !== undefined) response.writeHead(status, { link: '<x>; rel="next"' }).end(status === 204 ? '' : '[1]')
  })
  server.on('connect', (request, socket) => {
    received.push([request.method, request.url])
    if (request.url === 'silent.example:443') socket.destroy()
    else socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url, received }
}

const never = () => Promise.reject(new Error('not straight'))

it('uses the proxy from the environment, or no proxy', async () => {
  const { url, received } = await startProxy(({ method }) => (method === 'PATCH' ? 204 : 201))
  const env = { HTTP_PROXY: url.replace('//', '//me:pass@') }
  const through = proxiedFetch(env, never)
  const posted = await through('http://hooks.example/a?b=1', { method: 'POST', headers: { 'x-a': '1' }, body: '{}' })
  expect([posted.status, posted.headers.get('link'), await posted.json()]).toEqual([201, '<x>; rel="next"', [1]])
  expect((await through('http://hooks.example/a', { method: 'PATCH', body: '{}' })).status).toBe(204)
  const basic = `Basic ${Buffer.from('me:pass').toString('base64')}`
  expect(received).toEqual([
    ['POST', 'http://hooks.example/a?b=1', 'hooks.example', basic, '{}'],
    ['PATCH', 'http://hooks.example/a', 'hooks.example', basic, '{}'],
  ])
  const straight = async () => new Response('straight')
  const excepted = proxiedFetch({ ...env, NO_PROXY: 'hooks.example' }, straight)
  expect(await (await excepted('http://hooks.example/a', {})).text()).toBe('straight')
})

it('opens a tunnel for https and rejects like fetch', async () => {
  const { url, received } = await startProxy(() => undefined)
  const through = proxiedFetch({ HTTPS_PROXY: url, HTTP_PROXY: url }, never)
  await expect(through('https://hooks.example/a', {})).rejects.toMatchObject({ name: 'TypeError' })
  expect(received).toEqual([['CONNECT', 'hooks.example:443']])
  for (const address of ['http://hooks.example/a', 'https://silent.example/a']) {
    const signal = AbortSignal.timeout(200)
    await expect(through(address, { signal })).rejects.toMatchObject({ name: 'TimeoutError' })
  }
})

it('rejects an invalid proxy without printing it', async () => {
  const through = proxiedFetch({ HTTP_PROXY: 'socks5://user:hunter2@proxy' }, never)
  await expect(through('http://hooks.example', {})).rejects.toThrow(/^(?!.*hunter2).*HTTP_PROXY does not hold/)
})
