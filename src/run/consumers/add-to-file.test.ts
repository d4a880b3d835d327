import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import { readUses } from '../../traffic/consumers/store.ts'
import { addToFolder } from './add-to-file.ts'

const use = (consumer: string, operation: string): ConsumerUse => ({
  v: 1,
  consumer,
  sources: [{ kind: 'traffic', exchanges: 1 }],
  operations: { [operation]: { calls: 1 } },
})

it('separates consumers whose names map to the same file name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-uses-'))
  const names = ['team/web', 'team web', 'team-web']
  const files = new Set<string>()
  for (const name of [...names, ...names])
    files.add(basename((await addToFolder(folder, use(name, `GET /${names.indexOf(name)}`))).file))
  expect(files.size).toBe(3)
  expect((await readUses(folder)).map(({ consumer, operations }) => [consumer, operations])).toEqual([
    ['team web', { 'GET /1': { calls: 2 } }],
    ['team-web', { 'GET /2': { calls: 2 } }],
    ['team/web', { 'GET /0': { calls: 2 } }],
  ])
})
