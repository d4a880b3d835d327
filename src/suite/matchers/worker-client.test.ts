import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { askWorker } from './worker-client.ts'

it('gives up permanently on a dead worker', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'specdrift-worker-')), 'worker.mjs')
  await writeFile(file, 'throw new Error("no contract")')
  const ask = (longest?: number) =>
    askWorker(
      { received: { status: 200, headers: {} }, operation: undefined, options: {}, test: undefined },
      file,
      longest,
    )
  expect(() => ask(1)).toThrow('the response was not checked')
  // Later responses must not wait a minute each.
  expect(() => ask()).toThrow('the response was not checked')
})
