import { afterEach, expect, it, vi } from 'vitest'
import { sendToLoopback } from './dispatcher.ts'

afterEach(() => vi.unstubAllGlobals())

async function sent(url: string) {
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (to: string) => {
    fetched.push(to)
    return new Response(null, { status: 204 })
  })
  const status = await sendToLoopback(url, '{}', new AbortController().signal)
  return [status, fetched.length]
}

it.each([
  'http://127.0.0.1:1/hook',
  'http://127.9.9.9/',
  'http://localhost:1/',
  'http://a.localhost/',
  'http://2130706433/',
])('a webhook at %s is sent', async (url) => expect(await sent(url)).toEqual([204, 1]))

it.each([
  ...[
    'https://example.com/hook',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://0.0.0.0/',
    'http://[::ffff:10.0.0.1]/',
  ],
  ...[
    'http://localhost.example.com/',
    'http://127.0.0.1@example.com/',
    'http://example.com/127.0.0.1',
    'http://notlocalhost/',
    'http://127.0.0.1.example.com/',
  ],
])('a webhook at %s is not called', async (url) => expect(await sent(url)).toEqual([undefined, 0]))
