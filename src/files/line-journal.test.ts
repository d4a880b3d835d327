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

it('finds none where there is no folder, and says so where the folder cannot be read', async () => {
  expect(await readJournals(join(root, 'none'), 0)).toEqual([])
  await expect(readJournals(join(root, 'a'.repeat(300)), 0)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
})
