import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { onDisk } from './on-disk.ts'

it.each(['all', 'data'] as const)('needs no more of a file than its descriptor: %s', async (what) => {
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-on-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const fd = openSync(join(folder, 'a'), 'w')
  writeSync(fd, 'text')
  await onDisk({ fd }, what)
  closeSync(fd)
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('text')
  await expect(onDisk({ fd: 2 ** 30 }, what)).rejects.toThrow('EBADF')
})
