import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { parseApiName } from '../util/api-name.ts'
import { fileHistory } from './file-history.ts'
import { type KeptStatistics, readStatisticsFile, statisticsFile, writeStatisticsFile } from './statistics.ts'

const kept: KeptStatistics = {
  ...{ v: 1, target: 'sandbox', sha256: 'a', last: '2026-11-20T08:00:00.000Z' },
  statistics: { runs: 1, operations: {} },
}

const readFrom = (name: string, content: string) =>
  inFolder([{ name, content }], (folder) => readStatisticsFile(statisticsFile(folder, parseApiName('shop'))))

describe('the statistics of an API', () => {
  it('are undefined when there is no file', async () => {
    expect(
      await inFolder([], (folder) => readStatisticsFile(statisticsFile(folder, parseApiName('shop')))),
    ).toBeUndefined()
  })

  it('are read back as they were written, in a line of the file of that API', async () => {
    const read = await inFolder([], async (folder) => {
      const file = statisticsFile(join(folder, 'history'), parseApiName('shop'))
      await writeStatisticsFile(file, kept)
      return [
        await readStatisticsFile(file),
        await readStatisticsFile(statisticsFile(join(folder, 'history'), parseApiName('other'))),
      ]
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
  ])('are broken with %s', async (_what, content) => {
    expect(await readFrom('shop.statistics.json', content)).toBe('broken')
  })

  it('stay as a later version wrote them', async () => {
    const content = `${JSON.stringify({ ...kept, v: 2, more: {} })}\n`
    await inFolder([{ name: 'shop.statistics.json', content }], async (folder) => {
      const store = fileHistory(folder, parseApiName('shop'))
      const read = await store.alone(async (writer) => {
        await writer.writeStatistics(kept)
        return writer
      })
      const file = statisticsFile(folder, parseApiName('shop'))
      const note = `${file} is of a later version of specdrift: it stays as it is, and these runs are not counted in it`
      expect([read.statistics, read.notes]).toEqual([undefined, [note]])
      expect(await readFile(file, 'utf8')).toBe(content)
    })
  })

  it('cannot be read where a folder has the name of the file', async () => {
    await expect(readFrom('shop.statistics.json/a', '')).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/^Could not read .+shop\.statistics\.json: it is a folder\.$/),
    })
  })
})
