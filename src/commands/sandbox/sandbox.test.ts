import { describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

interface Addresses {
  readonly url: string
  readonly control: string
}

/** Calls a function while the command runs. Returns exit code and output. */
async function sandbox(cwd: string, flags: readonly string[], use: (addresses: Addresses) => Promise<void>) {
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  const addresses = () => ({
    url: /listens at (\S+)/.exec(printed)?.[1] ?? '',
    control: /control {7}(\S+)\/drift/.exec(printed)?.[1] ?? '',
  })
  const code = await run({
    argv: ['sandbox', ...flags],
    env: {},
    cwd,
    clock: () => 0,
    stdin: (async function* () {})(),
    interrupted: () => use(addresses()),
    stdout: { write },
    stderr: { write },
  })
  return { code, printed }
}

async function json(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const headers = { authorization: 'Bearer main-token', 'content-type': 'application/json' }
  return (await fetch(url, { headers, ...init })).json()
}

describe('sandbox', () => {
  it('serves the description of its build, and an HTML page of it', async () => {
    await inFolder([], async (folder) => {
      const { code, printed } = await sandbox(folder, ['--build', 'b03'], async ({ url }) => {
        expect(await json(`${url}/openapi.json`)).toMatchObject({ info: { version: 'b03' }, servers: [{ url }] })
        expect(await (await fetch(url)).text()).toContain('47 operations')
      })
      expect([code, printed]).toEqual([0, expect.stringContaining("Try: curl -H 'Authorization: Bearer main-token'")])
    })
  })

  it('runs the examples of its help as printed', async () => {
    const { stdout } = await runCli(run, ['sandbox', '--help'], { cwd: '/nowhere' })
    const lines = [...stdout.matchAll(/^ {2}specdrift sandbox (.*)$/gm)].map(([, words = '']) => words)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      const words = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
      // A fixed port may be in use.
      const argv = words.map((word, index) => (words[index - 1] === '--port' ? '0' : word))
      const { code, printed } = await inFolder([], (folder) => sandbox(folder, argv, async () => {}))
      expect([line, code, printed]).toEqual([line, 0, expect.stringContaining('listens at')])
    }
  })

  it('supports a clock and a seed, and keeps its state across restarts', async () => {
    await inFolder([], async (folder) => {
      const flags = ['--clock', '2027-03-01', '--seed', '7', '--state', 'state']
      const account = { method: 'POST', body: '{"email":"new@example.com"}' }
      const prices: unknown[] = []
      const price = async (url: string) => prices.push(await json(`${url}/main-account/prices/ETH/AUD`))
      await sandbox(folder, flags, async ({ url, control }) => {
        expect(await json(`${url}/main-account/sub-accounts`, account)).toMatchObject({ id: 'sub-3' })
        await json(`${control}/clock`, { method: 'POST', body: '{"advance":"PT36H"}' })
        await price(url)
      })
      await sandbox(folder, flags, async ({ url, control }) => {
        expect(await json(`${control}/clock`)).toEqual({ now: '2027-03-02T12:00:00.000Z' })
        expect(await json(`${url}/main-account/sub-accounts`, account)).toMatchObject({ id: 'sub-4' })
        await price(url)
      })
      await sandbox(folder, ['--clock', '2027-03-02'], async ({ url }) => {
        await price(url)
      })
      expect(prices[1]).toEqual(prices[0])
      expect(prices[2]).not.toEqual(prices[0])
    })
  })

  it.each([
    [['--seed', 'x'], 'must be a whole number'],
    [['--clock', 'noon'], 'is no clock'],
    [['--webhooks', 'moon'], 'Allowed choices are loopback, anywhere'],
    [['--state', 'none/state'], 'Could not write'],
  ])('refuses %j', async (flags, message) => {
    await inFolder([], async (folder) => {
      const { code, printed } = await sandbox(folder, flags, async () => {})
      expect([code, printed]).toEqual([2, expect.stringContaining(message)])
    })
  })
})
