import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readJournals } from './line-journal.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'specdrift-journals-'))
})
afterAll(() => rm(root, { recursive: true }))

it('is empty without a folder, and throws if the folder is unreadable', async () => {
  expect(await readJournals(join(root, 'none'), 0)).toEqual([])
  await expect(readJournals(join(root, 'a'.repeat(300)), 0)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
})
