import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder } from '../../testing/cli/scenario.ts'
import { timesOf } from '../../testing/runs.ts'
import { openSandbox } from './open-sandbox.ts'
import { openStateFile as openFile } from './state-file.ts'

const root = resolve(import.meta.dirname, '../../..')
const openStateFile = (path: string, note: (text: string) => void = () => {}) => openFile(path, note)
const json = { 'content-type': 'application/json' }

describe('a state file', () => {
  it('keeps complete lines and removes a truncated one', async () => {
    await inFolder([{ name: 'state', content: 'a\nbé\nc' }], async (folder) => {
      const path = join(folder, 'state')
      const journal = await openStateFile(path)
      expect(await journal.read()).toEqual(['a', 'bé'])
      await Promise.all([journal.append('d'), journal.append('e')])
      await journal.close()
      expect(await readFile(path, 'utf8')).toBe('a\nbé\nd\ne\n')
    })
  })

  it('is locked by one process and released when that exits', async () => {
    await inFolder([{ name: 'old.lock', content: '999999999' }], async (folder) => {
      const journal = await openStateFile(join(folder, 'state'))
      await expect(openStateFile(join(folder, 'state'))).rejects.toMatchObject({ code: 'SANDBOX' })
      await journal.close()
      await (await openStateFile(join(folder, 'state'))).close()
      await (await openStateFile(join(folder, 'old'))).close()
    })
  })

  it('is opened by exactly one of several concurrent processes after a kill', async () => {
    await inFolder([{ name: 'state.lock', content: '999999999' }], async (folder) => {
      const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openStateFile(join(folder, 'state'))))
      const journals = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      expect(journals).toHaveLength(1)
      for (const journal of journals) await journal.close()
    })
  })

  it("reports the path if it can't be written", async () => {
    await inFolder([], async (folder) => {
      await expect(openStateFile(join(folder, 'none', 'state'))).rejects.toMatchObject({ code: 'WRITE_FAILED' })
    })
  })

  it.each(['dear diary\n', 'dear diary'])('is left unchanged if it has other content: %j', async (content) => {
    await inFolder([{ name: 'notes.txt', content }], async (folder) => {
      const path = join(folder, 'notes.txt')
      const journal = await openStateFile(path)
      await expect(openSandbox({ journal })).rejects.toMatchObject({ code: 'SANDBOX' })
      expect(await readFile(path, 'utf8')).toBe(content)
      await writeFile(path, '')
      await (await openStateFile(path)).close()
    })
  })
})

/** Starts the command in a child process with a file size limit in KiB. */
async function startProcess(state: string, limit = 'unlimited') {
  const command = 'ulimit -f "$1"; exec "$2" dist/cli.js sandbox --state "$3"'
  const child = spawn('bash', ['-c', command, 'bash', limit, process.execPath, state], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'close')
  let warned = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    warned += chunk
  })
  let printed = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    printed += chunk
    if (printed.includes('Stop it')) break
  }
  return { url: /http:\/\/\S+/.exec(printed)?.[0] ?? '', child, gone, warned: () => warned }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}

interface Acknowledged {
  readonly accounts: string[]
  readonly transactions: string[]
  readonly webhooks: string[]
  readonly statuses: Set<number>
  received: number
}

/** Sends one of various requests, half of which change state. Rejects if the connection breaks. */
async function request(url: string, number: number, seen: Acknowledged): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) => {
    const authorization = path.startsWith('/main') ? 'Bearer main-token' : 'Bearer sub-token'
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url + path, { method, headers: { ...json, authorization }, ...sent })
    seen.statuses.add(response.status)
    const read = await response.json()
    seen.received += 1
    return read as { id?: string; externalTransactionIds?: string[] }
  }
  const kind = number % 6
  if (kind === 0) seen.accounts.push((await call('POST', '/main-account/sub-accounts', { email: 'a@b.cd' })).id ?? '')
  else if (kind === 1) {
    const loan = await call('POST', '/sub-account/loans/loan-2/repayments/fiat', { fiatAmount: 0.01 })
    seen.transactions.push(loan.externalTransactionIds?.at(-1) ?? '')
  } else if (kind === 2) {
    const webhook = { eventType: 'LOAN_STATUS_CHANGED', url: 'http://127.0.0.1:9/hook' }
    seen.webhooks.push((await call('POST', '/main-account/webhooks', webhook)).id ?? '')
  } else if (kind === 3) await call('GET', '/sub-account/loans/loan-1')
  else if (kind === 4) await call('POST', '/sub-account/loans/loan-1/repayments/fiat', { fiatAmount: 'nothing' })
  else await call('GET', '/main-account/balances/crypto')
}

/** Number of requests. Set SPECDRIFT_REQUESTS=10000 for the full test. */
const requests = Number(process.env.SPECDRIFT_REQUESTS ?? 2000)

describe('a killed sandbox', () => {
  it('keeps every acknowledged write with 50 concurrent clients', async () => {
    await inFolder([], async (folder) => {
      const state = join(folder, 'state')
      const { url, child } = await startProcess(state)
      const seen: Acknowledged = { accounts: [], transactions: [], webhooks: [], statuses: new Set(), received: 0 }
      let next = 0
      const worker = async () => {
        while (next < requests) {
          next += 1
          await request(url, next, seen)
          if (seen.received === requests / 2) child.kill('SIGKILL')
        }
      }
      await Promise.allSettled(Array.from({ length: 50 }, worker))
      expect(seen.received).toBeGreaterThanOrEqual(requests / 2)
      expect(seen.received).toBeLessThan(requests)
      expect([...seen.statuses].sort()).toEqual([200, 400])

      const journal = await openStateFile(state)
      const sandbox = await openSandbox({ journal })
      const headers = { authorization: `Bearer ${sandbox.tokens.sub}` }
      const loans = (await (await fetch(`${sandbox.url}/sub-account/loans`, { headers })).json()) as Record<
        string,
        never
      >[]
      const [first, second] = loans
      const transactions: readonly string[] = loans.flatMap(
        ({ externalTransactionIds }) => externalTransactionIds ?? [],
      )
      expect(seen.transactions.filter((id) => !transactions.includes(id))).toEqual([])
      for (const id of seen.accounts) {
        const token = { authorization: `Bearer ${id}-token` }
        expect((await fetch(`${sandbox.url}/sub-account/loans`, { headers: token })).status).toBe(200)
      }
      for (const id of seen.webhooks) {
        const token = { authorization: `Bearer ${sandbox.tokens.main}` }
        expect((await fetch(`${sandbox.url}/main-account/webhooks/${id}`, { headers: token })).status).toBe(200)
      }
      for (const loan of [first, second]) {
        const { borrowedFiatPrincipalAmount = 0, principalLeft = 0, principalRepaid = 0 } = loan ?? {}
        expect(principalLeft + principalRepaid).toBeCloseTo(borrowedFiatPrincipalAmount, 2)
      }
      await sandbox.close()
    })
  })
})

/** 25 rounds take minutes on a busy machine. */
const longest = 3_600_000
/** Number of times that a sandbox is killed while writing and two are started concurrently. */
const rounds = timesOf(1)

it(
  'of two that start after kill -9 one has the state, with every write that was acknowledged',
  async () => {
    await inFolder([], async (folder) => {
      const state = join(folder, 'state')
      const headers = { ...json, authorization: 'Bearer sub-token' }
      let running = await startProcess(state)
      let left: number | undefined
      for (let round = 0; round < rounds; round++) {
        const loan = `${running.url}/sub-account/loans/loan-1`
        const init = { method: 'POST', headers, body: JSON.stringify({ fiatAmount: 1.01 }) }
        const repaid = (await (await fetch(`${loan}/repayments/fiat`, init)).json()) as { principalLeft: number }
        if (left !== undefined) expect(repaid.principalLeft).toBeCloseTo(left - 1.01, 6)
        left = repaid.principalLeft
        await stop(running.child)
        const starters = await Promise.all([startProcess(state), startProcess(state)])
        const [one, ...more] = starters.filter(({ url }) => url !== '')
        for (const starter of starters) if (starter.url === '') await starter.gone
        expect([more.length, starters.map(({ warned }) => warned()).sort()]).toEqual([
          0,
          ['', expect.stringContaining('The state is in use by another process')],
        ])
        if (one === undefined) throw new Error('neither has it')
        running = one
        expect(await (await fetch(`${one.url}/sub-account/loans/loan-1`, { headers })).json()).toEqual(repaid)
      }
      await stop(running.child)
    })
  },
  longest,
)

describe('a sandbox with a full disk', () => {
  const headers = { ...json, authorization: 'Bearer sub-token' }
  const loanAt = async (url: string) =>
    (await fetch(`${url}/sub-account/loans/loan-1`, { headers })).json() as Promise<{ principalLeft: number }>

  it('rejects and undoes failed writes, reports them, and is unchanged after a restart', async () => {
    await inFolder([], async (folder) => {
      const state = join(folder, 'state')
      const full = await startProcess(state, '2')
      const before = await loanAt(full.url)
      const repay = async (fiatAmount: number) => {
        const body = JSON.stringify({ fiatAmount })
        const response = await fetch(`${full.url}/sub-account/loans/loan-1/repayments/fiat`, {
          method: 'POST',
          headers,
          body,
        })
        return { fiatAmount, status: response.status, body: await response.json() }
      }
      const amounts = Array.from({ length: 40 }, (_, index) => index + 1)
      const answered = await Promise.all(amounts.map(repay))
      for (const amount of amounts) answered.push(await repay(amount))
      const kept = answered.filter(({ status }) => status === 200)
      const refused = answered.filter(({ status }) => status !== 200)
      for (const { status, body } of refused)
        expect([status, body]).toMatchObject([
          500,
          { code: 'INTERNAL_ERROR', message: expect.stringContaining('no effect') },
        ])
      expect([kept.length > 0, refused.length > 40]).toEqual([true, true])

      const shown = await loanAt(full.url)
      expect(shown.principalLeft).toBe(before.principalLeft - kept.reduce((sum, { fiatAmount }) => sum + fiatAmount, 0))
      await stop(full.child)
      expect(full.warned()).toContain(`warning: ${state} could not be written (EFBIG`)

      const again = await startProcess(state)
      expect(await loanAt(again.url)).toEqual(shown)
      await stop(again.child)
    })
  })
})
