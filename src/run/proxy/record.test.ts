import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRedactor } from '../../drift/redaction/redact.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { openRecorder } from './record.ts'

const exchange = (path: string, body: string) => ({
  time: '2026-11-20T08:00:00.000Z',
  request: { method: 'GET', url: `http://a${path}`, headers: {} },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body },
})

it.each(['t.ndjson', 't.har'])('knows what a login gave in what follows it: %s', async (file) => {
  await inFolder([], async (cwd) => {
    const recorder = await openRecorder(file, cwd, createRedactor())
    recorder.add(exchange('/login', '{"access_token":"PLANTED-12345"}'))
    recorder.add(exchange('/me', '{"echo":"PLANTED-12345"}'))
    recorder.add(exchange('/stream/PLANTED-12345', '{}'))
    await recorder.close()
    const text = await readFile(join(cwd, file), 'utf8')
    expect(text).not.toContain('PLANTED')
    expect(text).toContain('/stream/[redacted]')
  })
})
