import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withLock } from '../files/with-lock.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { parseApiName } from '../util/api-name.ts'
import { emptyLedger } from './ledger.ts'
import { isRunRecord, type RunRecord } from './run-record.ts'
import { appendRun, historyFile, ledgerOf, type RotationLimits, readHistory } from './store.ts'

const facts = { fingerprint: 'd000000000000001', ruleId: 'null-conformance', location: 'x', pointer: '' }

function ran(minute: number, target = 'sandbox'): RunRecord {
  return {
    ...{ v: 3, kind: 'run', snapshot: 'b06', sha256: 'a', target, milliseconds: 1, calls: 1, outcome: 'clean' },
    startedAt: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
    counts: { error: 0, warning: 0, info: 0, accepted: 0 },
    ...{ inconclusive: [], findings: [] },
  }
}

const whole = {
  ...ran(1),
  ...{ operations: ['GET /loans'], unseen: [], checks: ['a'], received: { 'GET /loans': ['200'] }, facts: [facts] },
}

const append = (file: string, run: RunRecord, limits?: RotationLimits): Promise<void> =>
  withLock(file, (held) => appendRun(file, run, held, limits))

async function inHistory(use: (file: string) => Promise<void>): Promise<void> {
  await inFolder([], (folder) => use(historyFile(join(folder, 'history'), parseApiName('shop'))))
}

/** Returns the kind of each line. */
const kinds = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).kind)
    .join(' ')

describe('a record', () => {
  it.each([ran(1), whole])('of a run', (record) => {
    expect(isRunRecord(record)).toBe(true)
  })

  it.each([
    ['v', 1],
    ['kind', 'summary'],
    ['startedAt', 'soon'],
    ['startedAt', ''],
    ['snapshot', ''],
    ['sha256', 1],
    ['target', undefined],
    ['outcome', ''],
    ['findings', 'none'],
    ['inconclusive', undefined],
    ['operations', [1]],
    ['unseen', {}],
    ['checks', [null]],
    ['counts', 1],
    ['received', []],
    ['received', { 'GET /loans': [200] }],
    ['facts', {}],
    ['facts', [{ ...facts, pointer: undefined }]],
    ['facts', [facts, { ...facts, location: 1 }]],
  ])('is no run record if %s is %j', (name, value) => {
    expect(isRunRecord({ ...whole, [name]: value })).toBe(false)
  })

  it.each([null, 1, 'a', []])('is not %j', (value) => {
    expect(isRunRecord(value)).toBe(false)
  })

  const moment = { startedAt: ran(1).startedAt, snapshot: 'b06', sha256: 'a' }
  const seen = { ...facts, first: moment, last: moment, cause: { kind: 'unknown', under: 'b06' } }
  const ledger = { ...emptyLedger, runs: 3, findingRecords: { [facts.fingerprint]: seen } }
  const summary = { v: 3, kind: 'summary', target: 'sandbox', ledger }
  const ledgerWith = (parts: object) => ({ ledger: { ...ledger, ...parts } })

  it.each<[string, object, boolean]>([
    ['as it is written', {}, true],
    ['of another version', { v: 1 }, false],
    ['of another kind', { kind: 'sum' }, false],
    ['without a target', { target: '' }, false],
    ['without a ledger', { ledger: undefined }, false],
    ['without the number of runs', ledgerWith({ runs: '3' }), false],
    ['without checks', ledgerWith({ checks: {} }), false],
    ['without operations', ledgerWith({ operations: [] }), false],
    ['without received statuses', ledgerWith({ received: undefined }), false],
    ['without checked operations', ledgerWith({ checked: 1 }), false],
    ['without findings', ledgerWith({ findingRecords: undefined }), false],
    ['with a finding first seen nowhere', ledgerWith({ findingRecords: { a: { ...seen, first: 1 } } }), false],
    ['with a finding last seen nowhere', ledgerWith({ findingRecords: { a: { ...seen, last: 1 } } }), false],
    ['with a finding without a cause', ledgerWith({ findingRecords: { a: seen, b: { ...seen, cause: 1 } } }), false],
  ])('a summary %s', async (_what, parts, isRead) => {
    await inHistory(async (file) => {
      await append(file, ran(1))
      await writeFile(file, `${JSON.stringify({ ...summary, ...parts })}\n\n${JSON.stringify(ran(2))}\n`)
      const history = await readHistory(file)
      expect(ledgerOf(history, 'sandbox').runs).toBe(isRead ? 4 : 1)
      expect(history.notes).toEqual(isRead ? [] : [`${file}:1 cannot be read and is skipped`])
    })
  })
})

it('reports unreadable complete lines of a truncated file', async () => {
  await inHistory(async (file) => {
    await append(file, ran(1))
    await writeFile(file, `{}\n${JSON.stringify(ran(1))}\n{"v":3`)
    expect((await readHistory(file)).notes).toEqual([
      `${file}:1 cannot be read and is skipped`,
      `${file}: a killed run left half a line, which is skipped`,
    ])
  })
})

it('an unreadable history counts as empty', async () => {
  const read = inFolder([{ name: 'shop.ndjson/a', content: '' }], (folder) =>
    readHistory(historyFile(folder, parseApiName('shop'))),
  )
  await expect(read).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringMatching(/^Could not read .+shop\.ndjson: it is a folder\.$/),
  })
})

describe('rotating a history', () => {
  async function appended(count: number, limits: Partial<RotationLimits>): Promise<string> {
    let found = ''
    await inHistory(async (file) => {
      for (let minute = 0; minute < count; minute++)
        await append(file, ran(minute), { maxRuns: 99, maxBytes: 1e9, keep: 2, ...limits })
      found = await kinds(file)
    })
    return found
  }
  const size = Buffer.byteLength(`${JSON.stringify(ran(1))}\n`)

  it.each<[string, number, Partial<RotationLimits>, string]>([
    ['not before it held so many runs', 3, { maxRuns: 3 }, 'run run run'],
    ['once it held so many runs', 4, { maxRuns: 3 }, 'summary run run'],
    ['not while it is as large as it may be', 4, { maxBytes: 4 * size }, 'run run run run'],
    ['once it is larger', 4, { maxBytes: 4 * size - 1 }, 'summary run run'],
    ['not when it held fewer runs than are kept', 3, { maxBytes: 1, keep: 3 }, 'run run run'],
    ['when it held as many as are kept', 4, { maxBytes: 1, keep: 3 }, 'summary run run run'],
  ])('%s', async (_what, count, limits, expected) => {
    expect(await appended(count, limits)).toBe(expected)
  })

  it.each([
    [999, 1000],
    [1000, 200],
  ])('of %d runs plus one keeps %d, by default or as configured', async (count, left) => {
    await inHistory(async (file) => {
      await append(file, ran(0))
      const lines = Array.from({ length: count }, (_, minute) => `${JSON.stringify(ran(minute))}\n`)
      await writeFile(file, lines.join(''))
      await append(file, ran(count))
      expect((await readHistory(file)).runs).toHaveLength(left)
    })
  })

  it('creates one summary per target, sorted', async () => {
    await inHistory(async (file) => {
      const targets = ['b', 'a', 'c', 'a', 'b']
      for (const [minute, target] of targets.entries())
        await append(file, ran(minute, target), { maxRuns: 4, maxBytes: 1e9, keep: 1 })
      const { summaries } = await readHistory(file)
      expect(summaries.map(({ target, ledger }) => `${target} ${ledger.runs}`)).toEqual(['a 2', 'b 1', 'c 1'])
    })
  })
})
