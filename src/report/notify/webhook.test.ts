import { createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fileHistory } from '../../history/file-history.ts'
import type { Finding } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { driftFinding, hostile, hostileFindings, monitorReport } from '../../testing/sample-report.ts'
import { listen } from '../../testing/servers/loopback.ts'
import { parseApiName } from '../../util/api-name.ts'
import { sendAlerts } from './alert.ts'
import { notificationSchema } from './notification.schema.ts'
import type { AlertTarget, Sender } from './target.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Received[] = []
const statuses: number[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ headers: request.headers, body })
  response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end('ok')
})
let url = ''
const waits: number[] = []

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}/hook/T0PSECRETPATH`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  for (const list of [received, statuses, waits]) list.length = 0
})

const webhook: AlertTarget = { type: 'webhook', urlEnv: 'HOOK_URL', secretEnv: 'HOOK_SECRET' }
const slack: AlertTarget = { type: 'slack', urlEnv: 'HOOK_URL' }
const clean = monitorReport()
const drifted = (...findings: Partial<Finding>[]) => monitorReport({ findings: findings.map(driftFinding) })

/** Sends notifications for reports one after the other. Returns the errors. */
function notifyOf(
  reports: readonly Report[],
  target: AlertTarget = webhook,
  parts: Partial<Sender> = {},
): Promise<string[]> {
  return inFolder([], async (folder) => {
    const failures: string[] = []
    const sender: Sender = {
      env: {
        HOOK_URL: url,
        HOOK_SECRET: 'shared',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'o/r',
        GITHUB_RUN_ID: '7',
      },
      fetch,
      clock: () => 1_800_000_000_500,
      wait: async (milliseconds) => void waits.push(milliseconds),
      version: '0.0.0',
      ...parts,
    }
    for (const report of reports) {
      const alert = { report, targets: [target], notified: fileHistory(folder, parseApiName('lending')).notified }
      failures.push(...(await sendAlerts(alert, sender)).map(({ message }) => message))
    }
    return failures
  })
}

const json = (index = 0) => JSON.parse(received[index]?.body ?? '')

describe('a webhook', () => {
  it('receives new, regressed and fixed findings once, in the documented schema', async () => {
    const back = { fingerprint: 'd000000000000002', state: 'regressed' } as const
    const known = drifted({ state: 'accepted' }, back)
    expect(await notifyOf([clean, drifted({}), drifted({}), drifted({}, back), known, clean, clean])).toEqual([])
    expect(received.map((_, index) => [json(index).status, json(index).counts])).toEqual([
      ['drift', { open: 1, new: 1, regressed: 0, fixed: 0 }],
      ['drift', { open: 2, new: 0, regressed: 1, fixed: 0 }],
      ['clean', { open: 0, new: 0, regressed: 0, fixed: 1 }],
    ])
    const validate = new Ajv2020().compile({ ...notificationSchema })
    expect(received.map((_, index) => (validate(json(index)) ? [] : validate.errors))).toEqual([[], [], []])
    expect(validate({ ...json(), mood: 'good' })).toBe(false)
    expect(json().runUrl).toBe('https://github.com/o/r/actions/runs/7')
  })

  it('receives a signature and a timestamp', async () => {
    await notifyOf([drifted({})])
    const { headers, body } = received[0] ?? { headers: {}, body: '' }
    expect(headers['x-specdrift-timestamp']).toBe('1800000000')
    const hmac = createHmac('sha256', 'shared').update(`1800000000.${body}`).digest('hex')
    expect(headers['x-specdrift-signature-256']).toBe(`sha256=${hmac}`)
  })

  it('receives the same message again after a failure, with increasing delays and in the next run', async () => {
    statuses.push(503, 500, 429, 502)
    expect(await notifyOf([drifted({}), drifted({})])).toEqual([
      'No alert could be sent to the webhook of HOOK_URL: it responded with 502.',
    ])
    expect(waits).toEqual([1000, 2000, 4000])
    expect(new Set(received.map(({ headers }) => headers['x-specdrift-delivery'])).size).toBe(1)
    expect(received.length).toBe(5)
  })

  it.each([[404], [302]])('is not retried after %i', async (status) => {
    statuses.push(status)
    expect(await notifyOf([drifted({})])).toEqual([expect.stringContaining(`it responded with ${status}.`)])
    expect(received.length).toBe(1)
  })

  it('receives at most 100 findings and the total count', async () => {
    const many = Array.from({ length: 250 }, (_, index) => ({ fingerprint: String(index).padStart(16, '0') }))
    await notifyOf([drifted(...many)])
    expect([json().new.length, json().counts.new]).toEqual([100, 250])
  })

  it.each([
    [{ HOOK_URL: '' }, 'HOOK_URL is not set'],
    [{ HOOK_URL: 'ftp://x' }, 'HOOK_URL is not an http or https URL'],
    [{ HOOK_URL: 'http://me:T0P@x' }, 'HOOK_URL contains a URL with credentials, which are not supported'],
    [{ HOOK_URL: 'http://127.0.0.1:1/T0PSECRETPATH' }, 'it could not be sent (ECONNREFUSED)'],
    [{ HOOK_URL: 'http://x', HOOK_SECRET: '' }, 'HOOK_SECRET is not set'],
  ])('fails by name, never by address: %j', async (env, reason) => {
    const refuse = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    })
    const parts = { env: { HOOK_SECRET: 's', ...env }, fetch: () => Promise.reject(refuse) }
    const [message] = await notifyOf([drifted({})], webhook, parts)
    expect(message).toBe(`No alert could be sent to the webhook of HOOK_URL: ${reason}.`)
  })

  it('is not called in a dry run, which stores no state', async () => {
    const printed: string[] = []
    await notifyOf([drifted({}), drifted({})], webhook, { env: {}, dryRun: (text) => void printed.push(text) })
    expect([received.length, printed.length]).toEqual([0, 2])
    expect(printed[0]).toMatch(/^would POST to the webhook of HOOK_URL\n\{/)
  })
})

describe('Slack', () => {
  it('receives inert text within its limits', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      fingerprint: String(index).padStart(16, '0'),
      message: '<!channel> & '.repeat(500),
    }))
    const findings = [...hostileFindings(), ...many.map(driftFinding)]
    await notifyOf([{ ...monitorReport({ findings }), api: hostile }], slack)
    const { blocks, text } = json()
    const texts: string[] = [text, ...blocks.map((block: { text?: { text: string } }) => block.text?.text ?? '')]
    expect(blocks.length).toBeLessThanOrEqual(50)
    expect(Math.max(...texts.map((each) => each.length))).toBeLessThanOrEqual(3000)
    expect(texts.join('\n').replace(/&(amp|lt|gt);/g, '')).not.toMatch(/[<>&]|\p{Bidi_C}|\0/u)
    expect(texts.at(-2)).toBe('… and 41 more')
  })

  it('receives a summary sentence', async () => {
    await notifyOf([drifted({})], slack)
    expect(json().text).toBe('❌ lending: 1 new; 1 finding open')
  })
})

it('reports an unreadable state file and sends nothing', async () => {
  await inFolder([], async (folder) => {
    const notifiedFile = join(folder, 'lending.alerts.json')
    const alert = {
      report: drifted({}),
      targets: [webhook],
      notified: fileHistory(folder, parseApiName('lending')).notified,
    }
    const sender: Sender = {
      env: { HOOK_URL: url, HOOK_SECRET: 's' },
      fetch,
      clock: () => 0,
      wait: async () => {},
      version: '',
    }
    for (const text of ['{', '[]', '{"webhook HOOK_URL":{"v":2}}']) {
      await writeFile(notifiedFile, text)
      expect((await sendAlerts(alert, sender)).map(({ code }) => code)).toEqual(['STORE_BROKEN'])
      expect(await readFile(notifiedFile, 'utf8')).toBe(text)
    }
    expect(received).toEqual([])
    await expect(sendAlerts({ ...alert, report: { ...clean, shard: { index: 1, count: 2 } } }, sender)).rejects.toThrow(
      'complete run',
    )
  })
})
