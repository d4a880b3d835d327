import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RecordedExchange } from '../traffic/recording.ts'

const root = resolve(import.meta.dirname, '../..')
const isMissing = spawnSync('python3', ['-c', 'import asyncio']).status !== 0

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-asgi-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** An application that responds by its path, and a server that calls it once a path. */
const program = `
import asyncio, json, sys
from specdrift_asgi import SpecdriftCapture

async def app(scope, receive, send):
    path, body, more = scope["path"], b"", True
    while more and path != "/unread":
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    if path == "/broken":
        raise ValueError("broken")
    headers = [(b"Content-Type", b"application/json"), (b"Set-Cookie", b"session=planted-cookie"), (b"Set-Cookie", b"b=2")]
    await send({"type": "http.response.start", "status": 204 if path == "/empty" else 200, "headers": headers})
    if path == "/half":
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        return
    await send({"type": "http.response.body", "body": b"" if path == "/empty" else body or b"x" * 2000, "more_body": True})
    await send({"type": "http.response.body"})

options = json.loads(sys.argv[1])
wrapped = SpecdriftCapture(app, **options)

async def call(path):
    body = b'{"email":"ann@example.com","token":"planted-token","ok":7}'
    parts = [{"type": "http.request", "body": body[:9], "more_body": True}, {"type": "http.request", "body": body[9:]}]
    if path in ("/long", "/get"):
        parts = [{"type": "http.request", "body": b""}]
    headers = [(b"host", b"api.example.com"), (b"authorization", b"Bearer planted-bearer")]
    if path not in ("/long", "/get"):
        headers.append((b"content-length", b"58"))
    sent = []
    async def receive():
        return parts.pop(0)
    async def send(message):
        sent.append(message)
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "scheme": "https", "path": path,
             "raw_path": path.encode(), "query_string": b"a=1", "headers": headers}
    try:
        await wrapped(scope, receive, send)
    except ValueError:
        pass

async def main():
    for path in options_paths:
        await call(path)

options_paths = sys.argv[2].split(",")
asyncio.run(main())
wrapped.close()
print(wrapped.captured, wrapped.dropped)
`

async function recorded(paths: readonly string[], options: object = {}) {
  const file = join(folder, 'api.ndjson')
  await writeFile(join(folder, 'service.py'), program)
  const given = { file, max_body_bytes: 1000, command: [process.execPath, join(root, 'dist/cli.js')], ...options }
  const counts = execFileSync('python3', ['service.py', JSON.stringify(given), paths.join()], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: join(root, 'integrations/asgi'), PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
  })
  const text = await readFile(file, 'utf8').catch(() => '')
  // Lines of our own.
  const exchanges = text.split('\n').flatMap((line): RecordedExchange[] => (line === '' ? [] : [JSON.parse(line)]))
  return { counts: counts.trim(), text, exchanges }
}

it.skipIf(isMissing)('an ASGI application records redacted exchanges, whatever becomes of them', async () => {
  const { counts, text, exchanges } = await recorded(['/echo', '/empty', '/long', '/half', '/broken', '/unread'])
  expect(counts).toBe('6 0')
  expect(text).not.toMatch(/planted|ann@/)
  const [echo, empty, long, half, broken, unread] = exchanges
  expect(echo).toMatchObject({
    request: { method: 'POST', url: 'https://api.example.com/echo?a=1', body: expect.stringContaining('"ok":7') },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: expect.stringContaining('"ok":7') },
  })
  expect(empty?.response).toMatchObject({ status: 204, body: '' })
  expect(long).toMatchObject({ request: { body: '' }, response: { status: 200, partialBody: true } })
  expect(half).not.toHaveProperty('response')
  expect(broken).not.toHaveProperty('response')
  expect(unread?.request).not.toHaveProperty('body')
})

it.skipIf(isMissing)('drops what nobody can write, and serves on', async () => {
  const { counts, exchanges } = await recorded(['/get', '/get'], { command: [join(folder, 'nowhere')] })
  expect([counts, exchanges]).toEqual(['0 2', []])
  expect((await recorded(['/get', '/get'], { max_queue_bytes: 10 })).counts).toBe('0 2')
  expect((await recorded(['/get'], { sampling: 0 })).counts).toBe('0 0')
})
