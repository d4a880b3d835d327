import { mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { parseApiName } from '../util/api-name.ts'
import { fileHistory } from './file-history.ts'
import type { RunRecord } from './run-record.ts'
import { type KeptStatistics, readStatisticsFile, statisticsFile, statisticsIn } from './statistics.ts'
import { historyFile } from './store.ts'

const kept: KeptStatistics = {
  ...{ v: 1, target: 'sandbox', sha256: 'a', last: '2026-11-20T08:00:00.000Z' },
  statistics: { runs: 1, operations: {} },
}

const run: RunRecord = {
  ...{ v: 3, kind: 'run', startedAt: kept.last, milliseconds: 1, snapshot: 'b06', sha256: 'a', target: 'sandbox' },
  ...{
    outcome: 'clean',
    calls: 1,
    counts: { error: 0, warning: 0, info: 0, accepted: 0 },
    findings: [],
    inconclusive: [],
  },
}

const readFrom = (name: string, content: string) =>
  inFolder([{ name, content }], (folder) => readStatisticsFile(statisticsFile(folder, parseApiName('shop'))))

describe('the statistics of an API', () => {
  it('are undefined without a file', async () => {
    expect(
      await inFolder([], (folder) => readStatisticsFile(statisticsFile(folder, parseApiName('shop')))),
    ).toBeUndefined()
  })

  it('are read back from a one-line file of the API', async () => {
    const read = await inFolder([], async (folder) => {
      const stores = ['shop', 'other'].map((api) => fileHistory(join(folder, 'history'), parseApiName(api)))
      await stores[0]?.alone((writer) => writer.append(run, kept))
      return Promise.all(stores.map(async (store) => (await store.read()).statistics))
    })
    expect(read).toEqual([kept, undefined])
    expect(await readFrom('shop.statistics.json', `${JSON.stringify(kept)}\n`)).toEqual(kept)
  })

  it.each([
    ['half a file', '{"v":1'],
    ['a list', '[]'],
    ['another version', JSON.stringify({ ...kept, v: 0 })],
    ['no target', JSON.stringify({ ...kept, target: '' })],
    ['no hash', JSON.stringify({ ...kept, sha256: 1 })],
    ['no time', JSON.stringify({ ...kept, last: undefined })],
    ['no statistics', JSON.stringify({ ...kept, statistics: undefined })],
    ['no count of runs', JSON.stringify({ ...kept, statistics: { operations: {} } })],
    ['operations in a list', JSON.stringify({ ...kept, statistics: { runs: 1, operations: [] } })],
  ])('are unreadable with %s', async (_what, content) => {
    expect(statisticsIn(await readFrom('shop.statistics.json', content), 'they')).toEqual({
      statistics: undefined,
      notes: ['they cannot be read: what was counted so far is lost'],
    })
  })

  it('are kept as written by a later version', async () => {
    const content = `${JSON.stringify({ ...kept, v: 2, more: {} })}\n`
    await inFolder([{ name: 'shop.statistics.json', content }], async (folder) => {
      const store = fileHistory(folder, parseApiName('shop'))
      const read = await store.alone(async (writer) => {
        await writer.append(run, kept)
        return writer
      })
      const file = statisticsFile(folder, parseApiName('shop'))
      const note = `the statistics in ${file} are of a later version of specdrift: they stay as they are, and these runs are not counted in them`
      expect([read.statistics, read.notes]).toEqual([undefined, [note]])
      expect(await readFile(file, 'utf8')).toBe(content)
      expect((await store.read()).history.runs).toEqual([run])
    })
  })

  it('do not count a run that cannot be recorded', async () => {
    await inFolder([], async (folder) => {
      const store = fileHistory(folder, parseApiName('shop'))
      await store.alone((writer) => writer.append(run, kept))
      const before = await store.read()
      const append = store.alone(async (writer) => {
        const file = historyFile(folder, parseApiName('shop'))
        await rename(file, `${file}.old`)
        await mkdir(file)
        await writer.append({ ...run, target: 'other' }, { ...kept, statistics: { runs: 2, operations: {} } })
      })
      await expect(append).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
      await rmdir(historyFile(folder, parseApiName('shop')))
      await rename(join(folder, 'shop.ndjson.old'), join(folder, 'shop.ndjson'))
      expect(await store.read()).toEqual(before)
      expect((await readdir(folder)).sort()).toEqual(['shop.ndjson', 'shop.statistics.json'])
    })
  })

  it('are unreadable if a folder has the name of the file', async () => {
    await expect(readFrom('shop.statistics.json/a', '')).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/^Could not read .+shop\.statistics\.json: it is a folder\.$/),
    })
  })
})
