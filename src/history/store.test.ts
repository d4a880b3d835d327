import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withLock } from '../files/with-lock.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { parseApiName } from '../util/api-name.ts'
import type { RunRecord } from './run-record.ts'
import { appendRun, historyFile, ledgerOf, ownStart, type RotationLimits, readHistory } from './store.ts'

const fingerprint = 'd000000000000001'

function ran(minute: number, findings: readonly string[] = [], target = 'sandbox'): RunRecord {
  return {
    ...{ v: 3, kind: 'run', snapshot: 'b06', sha256: 'a', target, milliseconds: 1, calls: 1, outcome: 'clean' },
    startedAt: new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString(),
    counts: { error: 0, warning: 0, info: 0, accepted: 0 },
    ...{ operations: ['GET /loans'], inconclusive: [], findings },
    facts: [{ fingerprint, ruleId: 'null-conformance', operation: 'GET /loans', location: 'x', pointer: '' }],
  }
}

const append = (file: string, run: RunRecord, limits?: RotationLimits): Promise<void> =>
  withLock(file, (held) => appendRun(file, run, held, limits))

async function inHistory(use: (file: string) => Promise<void>): Promise<void> {
  await inFolder([], (folder) => use(historyFile(join(folder, 'history'), parseApiName('shop'))))
}

it('is empty without a file, and appends a line per run once', async () => {
  await inHistory(async (file) => {
    expect(await readHistory(file)).toEqual({ runs: [], summaries: [], notes: [], torn: false, others: [] })
    for (const run of [ran(1), ran(2), ran(2), ran(2, [], 'other')]) await append(file, run)
    expect((await readHistory(file)).runs).toEqual([ran(1), ran(2), ran(2, [], 'other')])
    expect((await readFile(file, 'utf8')).match(/\n/g)).toHaveLength(3)
  })
})

it('a run counts as delivered if one of its two lines is marked as delivered, in any order', async () => {
  await inHistory(async (file) => {
    for (const run of [{ ...ran(1), undelivered: true } as const, ran(2), ran(1), ran(1)]) await append(file, run)
    expect((await readHistory(file)).runs).toEqual([ran(1), ran(2)])
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(3)
    await writeFile(file, `${lines.reverse().join('\n')}\n`)
    expect((await readHistory(file)).runs).toEqual([ran(1), ran(2)])
  })
})

it('keeps runs that start in the same millisecond, and skips duplicates', async () => {
  await inHistory(async (file) => {
    await append(file, ran(1))
    const history = await readHistory(file)
    const twin = { ...ran(1), milliseconds: 2 }
    expect(ownStart(history, ran(1))).toBeUndefined()
    expect(ownStart(history, twin)).toBe('2026-11-20T08:01:00.001Z')
    expect(ownStart(history, { ...twin, target: 'other' })).toBe(twin.startedAt)
    await append(file, { ...twin, startedAt: '2026-11-20T08:01:00.001Z' })
    expect(ownStart(await readHistory(file), twin)).toBeUndefined()
  })
})

it('keeps runs that end concurrently during a rotation', async () => {
  await inHistory(async (file) => {
    const limits = { maxRuns: 3, maxBytes: 2 ** 20, keep: 2 }
    await Promise.all(Array.from({ length: 12 }, (_, minute) => append(file, ran(minute), limits)))
    expect(ledgerOf(await readHistory(file), 'sandbox').runs).toBe(12)
  })
})

it('skips and reports an incomplete line of a killed run, wherever it was cut, and continues after it', async () => {
  const line = `${JSON.stringify(ran(2))}\n`
  for (const length of [1, 20, line.length - 2]) {
    await inHistory(async (file) => {
      await append(file, ran(1))
      await writeFile(file, (await readFile(file, 'utf8')) + line.slice(0, length))
      const torn = await readHistory(file)
      expect([torn.runs, torn.notes]).toEqual([[ran(1)], [`${file}: a killed run left half a line, which is skipped`]])
      await append(file, ran(3))
      await append(file, ran(4))
      const after = await readHistory(file)
      expect([after.runs.map(({ startedAt }) => startedAt), after.notes]).toEqual([
        [ran(1), ran(3), ran(4)].map(({ startedAt }) => startedAt),
        [],
      ])
    })
  }
})

it('accepts a complete last line without line break', async () => {
  await inHistory(async (file) => {
    await append(file, ran(1))
    await writeFile(file, (await readFile(file, 'utf8')).trimEnd())
    await append(file, ran(2))
    expect((await readHistory(file)).runs).toHaveLength(2)
  })
})

it('reports other unreadable lines, and keeps the order of merged branches', async () => {
  await inHistory(async (file) => {
    await append(file, ran(1))
    const foreign = ['<<<<<<< HEAD', '{"v":3,"kind":"run"}', '[]', JSON.stringify({ ...ran(3), findings: [1] })]
    await writeFile(file, [JSON.stringify(ran(2)), JSON.stringify(ran(1)), ...foreign, ''].join('\n'))
    const { runs, notes } = await readHistory(file)
    expect(runs).toEqual([ran(2), ran(1)])
    expect(notes).toEqual([3, 4, 5, 6].map((line) => `${file}:${line} cannot be read and is skipped`))
  })
})

it('has the same results after a rotation', async () => {
  await inHistory(async (whole) => {
    const rotated = whole.replace('shop', 'rotated')
    const limits = { maxRuns: 10, maxBytes: 1e9, keep: 4 }
    for (let minute = 0; minute < 50; minute++) {
      const run = ran(minute, minute % 7 < 3 ? [fingerprint] : [], minute % 5 === 0 ? 'other' : 'sandbox')
      await append(whole, run)
      await append(rotated, run, limits)
      const [one, two] = [await readHistory(whole), await readHistory(rotated)]
      for (const target of ['sandbox', 'other']) expect(ledgerOf(two, target)).toEqual(ledgerOf(one, target))
    }
    const { runs, notes } = await readHistory(rotated)
    expect(runs.length).toBeLessThanOrEqual(10)
    expect(notes).toEqual([])
  })
})

it('keeps the last run of each target that reported, and the ones after it, when rotating', async () => {
  await inHistory(async (whole) => {
    const rotated = whole.replace('shop', 'rotated')
    const undelivered = { undelivered: true } as const
    const runs = [
      ran(0, [fingerprint]),
      ran(1, [], 'other'),
      ran(2, [fingerprint], 'other'),
      { ...ran(3, [fingerprint], 'other'), ...undelivered },
      ...[4, 5, 6].map((minute) => ({ ...ran(minute), outcome: 'outage' as const })),
      { ...ran(7), ...undelivered },
      ...[8, 9, 10, 11, 12].map((minute) => ran(minute, [], 'recorded traffic')),
    ]
    for (const run of runs) {
      await append(whole, run)
      await append(rotated, run, { maxRuns: 8, maxBytes: 1e9, keep: 2 })
    }
    const [one, two] = [await readHistory(whole), await readHistory(rotated)]
    expect(two.runs.slice(0, 4)).toEqual([runs[0], runs[2], runs[3], runs[7]])
    expect(two.runs.length).toBeLessThanOrEqual(8)
    for (const target of ['sandbox', 'other', 'recorded traffic'])
      expect(ledgerOf(two, target)).toEqual(ledgerOf(one, target))
  })
})

it('rotates a file that is too large', async () => {
  await inHistory(async (file) => {
    for (let minute = 0; minute < 9; minute++) await append(file, ran(minute), { maxRuns: 99, maxBytes: 2000, keep: 2 })
    expect((await readHistory(file)).runs.length).toBeLessThan(6)
    expect(ledgerOf(await readHistory(file), 'sandbox').runs).toBe(9)
  })
})

it('keeps lines of other versions when rotating, but no incomplete ones', async () => {
  await inHistory(async (file) => {
    const others = [
      '{"v":4,"kind":"run","startedAt":"2031-01-01T00:00:00.000Z","big":12345678901234567890}',
      '{"v":4,"kind":"summary","target":"sandbox"}',
      '{"v":3,"kind":"release","of":"a later 3"}',
    ]
    await append(file, ran(0))
    await writeFile(file, `${await readFile(file, 'utf8')}${others.join('\n')}\n{"v":3,"ki\n"text"\n[1]\n`)
    for (let minute = 1; minute < 30; minute++) await append(file, ran(minute), { maxRuns: 6, maxBytes: 1e9, keep: 2 })
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines.slice(0, 3)).toEqual(others)
    expect(lines.slice(3).filter((line) => !line.includes('"v":3'))).toEqual([])
    const history = await readHistory(file)
    expect([history.runs.length < 10, ledgerOf(history, 'sandbox').runs]).toEqual([true, 30])
  })
})

it('tolerates BOM, CR and invalid records', async () => {
  await inHistory(async (file) => {
    await append(file, ran(1))
    const wrong = [{ operations: {} }, { operations: 5 }, { facts: {} }, { facts: [{ fingerprint }] }, { unseen: [1] }]
    const ledger = { runs: 3, operations: {}, checked: {}, findingRecords: {} }
    const sums = [{ runs: 'x' }, { findingRecords: { [fingerprint]: 5 } }].map((parts) => ({ ...ledger, ...parts }))
    const records = [
      ...[ran(1), ...wrong.map((parts) => ({ ...ran(2), ...parts })), ran(3)],
      ...sums.map((sum) => ({ v: 3, kind: 'summary', target: 'sandbox', ledger: sum })),
    ]
    const lines = records.map((record) => JSON.stringify(record))
    await writeFile(file, `\uFEFF${lines.join('\r\n')}\r\n`)
    const history = await readHistory(file)
    expect([history.runs, history.notes.length]).toEqual([[ran(1), ran(3)], wrong.length + sums.length])
    expect(ledgerOf(history, 'sandbox').runs).toBe(2)
  })
})

it('excludes a run from its own past', async () => {
  await inHistory(async (file) => {
    for (const run of [ran(1), ran(2)]) await append(file, run)
    expect(ledgerOf(await readHistory(file), 'sandbox', ran(2).startedAt).runs).toBe(1)
  })
})
