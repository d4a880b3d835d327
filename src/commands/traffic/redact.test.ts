import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const exchange = {
  ...{ time: '2026-11-20T08:00:00Z', client: 'ann@example.com' },
  request: {
    method: 'POST',
    url: '/people?lastName=Lee',
    headers: { authorization: 'Bearer planted-token', 'x-nick': 'annie' },
    body: '{"card":"4111 1111 1111 1111"}',
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":7,"email":"ann@example.com","note":"echo planted-token to ann@example.com"}',
  },
}
const recording = `${JSON.stringify(exchange)}\n{"bro`

it.each([
  ['out.ndjson', ['2 × value', '1 × e-mail address', '1 × payment card', '1 × name of a client']],
  ['out.har', ['1 × payment card']],
])('copies a recording without secrets and personal data: %s', async (output, lines) => {
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'a.ndjson'), recording)
    for (const _ of ['first', 'again']) {
      const argv = ['redact', 'a.ndjson', '-o', output, '--key', 'X-Nick']
      const { code, stdout, stderr } = await runCli(run, argv, { cwd })
      expect([code, stdout]).toEqual([0, ''])
      expect(stderr).toContain('warning: 1 record could not be read and were skipped\n')
      expect(stderr).toContain(`1 exchange written to ${output}; removed:\n`)
      for (const line of lines) expect(stderr).toContain(line.split(' × ')[1])
      const text = await readFile(join(cwd, output), 'utf8')
      expect(text).not.toMatch(/ann|Lee|planted|4111/)
      expect(text).toContain('\\"id\\":7')
      expect(text.split('POST').length).toBe(2)
    }
    const { code } = await runCli(run, ['check', output, '--description', 'd.json'], { cwd })
    expect(code).toBe(2)
  })
})

it('writes no file if nothing could be read', async () => {
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'a.ndjson'), '{"request":{')
    const { code, stderr } = await runCli(run, ['redact', 'a.ndjson', '--recording-format', 'ndjson', '-o', 'b.har'], {
      cwd,
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining('the recordings hold no exchange that can be read')])
    expect(await readdir(cwd)).toEqual(['a.ndjson'])
  })
})

it.each([
  ['{"phone":4155552671,"age":40}', '{"phone":"[redacted]","age":40}'],
  ['{"n":"order-4111111111111111 at 10.0.0.1:8080"}', '{"n":"order-[redacted] at [redacted]:8080"}'],
  ['{"n":"on 2024-11-25 13:00:00 +0100 2025, v1.2.3"}', '{"n":"on 2024-11-25 13:00:00 +0100 2025, v1.2.3"}'],
  ['firstName=Ann&phone=4155552671&page=1', 'firstName=[redacted]&phone=[redacted]&page=1'],
])('redacts %s', async (body, expected) => {
  await inFolder([], async (cwd) => {
    const type = body.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
    const request = { method: 'POST', url: '/a', headers: { 'content-type': type }, body }
    await writeFile(join(cwd, 'a.ndjson'), `${JSON.stringify({ request, response: { status: 204 } })}\n`)
    expect((await runCli(run, ['redact', 'a.ndjson', '-o', 'b.ndjson'], { cwd })).code).toBe(0)
    expect(JSON.parse(await readFile(join(cwd, 'b.ndjson'), 'utf8')).request.body).toBe(expected)
  })
})

it.each(['out.ndjson', 'out.har'])('copies a log that contains the host but no scheme: %s', async (output) => {
  await inFolder([], async (cwd) => {
    const line =
      'api.example.com:443 ::1 - - [20/Nov/2026:08:00:00 +0000] "GET /a?mail=ann@example.com HTTP/1.1" 200 5 "-" "-"'
    await writeFile(join(cwd, 'a.log'), line)
    expect((await runCli(run, ['redact', 'a.log', '-o', output], { cwd })).code).toBe(0)
    const text = await readFile(join(cwd, output), 'utf8')
    expect(text).toContain('//api.example.com/a?mail=')
    expect(text).not.toContain('ann@')
  })
})

it('copies no member that our format does not define', async () => {
  await inFolder([], async (cwd) => {
    const secret = { authorization: 'Bearer sk_live_EXTRA', email: 'jane@example.com' }
    const kept = { time: '2026-11-20T08:00:00Z', duration: 7, source: 'topic/0', offset: 3, isLog: true }
    const request = { method: 'GET', url: '/a', partialHeaders: secret, withoutQuery: true, session: secret }
    const line = { ...kept, request, response: { status: 204, partialBody: secret, session: secret } }
    const unknown = { remoteAddress: '203.0.113.7', session: secret }
    await writeFile(join(cwd, 'a.ndjson'), JSON.stringify({ ...line, ...unknown, client: secret }))
    const { code, stderr } = await runCli(run, ['redact', 'a.ndjson', '-o', 'b.ndjson'], { cwd })
    expect(code).toBe(0)
    const removed = stderr.split('\n').flatMap((each) => /^ {2}1 × member that .* define: (.*)$/.exec(each)?.[1] ?? [])
    expect(removed.sort()).toEqual([
      ...['client', 'remoteAddress', 'request.partialHeaders', 'request.session'],
      ...['response.partialBody', 'response.session', 'session'],
    ])
    const text = await readFile(join(cwd, 'b.ndjson'), 'utf8')
    expect(text).not.toMatch(/EXTRA|jane|203/)
    expect(JSON.parse(text)).toEqual({
      ...kept,
      request: { method: 'GET', url: '/a', withoutQuery: true },
      response: { status: 204 },
    })
  })
})

it.each([[[]], [['--append']]])(
  'counts bodies that it does not copy, and names no more than some members: %s',
  async (options) => {
    await inFolder([], async (cwd) => {
      const body = { base64: Buffer.from([0, 1, 2, 3, 4, 5]).toString('base64') }
      const members = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, 1]))
      const line = { request: { method: 'POST', url: '/a', body }, response: { status: 200, body }, ...members }
      await writeFile(join(cwd, 'a.ndjson'), `${JSON.stringify({ ...line, 'ann@example.com': 1 })}\n`)
      const { code, stderr } = await runCli(run, ['redact', 'a.ndjson', '-o', 'b.ndjson', ...options], { cwd })
      expect([code, stderr]).toEqual([0, expect.stringContaining('  2 × body that is no text\n')])
      expect(stderr.match(/define: x/g)).toHaveLength(20)
      expect(stderr).toContain('  11 × member that the format does not define\n')
      expect(stderr).not.toContain('ann@')
    })
  },
)

it.each([[[]], [['--append']]])('hashes the users of an access log, and counts them: %s', async (options) => {
  await inFolder([], async (cwd) => {
    const line = (user: string) => `::1 - ${user} [20/Nov/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "-"\n`
    await writeFile(join(cwd, 'a.log'), [line('janedoe'), line('janedoe'), line('other')].join(''))
    const copy = async (output: string, env: Record<string, string>) => {
      const { code, stderr } = await runCli(run, ['redact', 'a.log', '-o', output, ...options], { cwd, env })
      expect([code, stderr]).toEqual([0, `3 exchanges written to ${output}; removed:\n  3 × name of a client\n`])
      const lines = (await readFile(join(cwd, output), 'utf8')).trim().split('\n')
      return lines.map((each) => JSON.parse(each).client)
    }
    const [a, again, other] = await copy('b.ndjson', {})
    expect([a, again]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), a])
    expect(other).not.toBe(a)
    const env = { SPECDRIFT_CLIENT_SECRET: 'a secret of the tests of it' }
    expect(await copy('c.ndjson', env)).toEqual(await copy('d.ndjson', env))
  })
})
