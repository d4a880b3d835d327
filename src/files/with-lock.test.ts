import { mkdir, readdir, readFile, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { withLock } from './with-lock.ts'
import { writeWhole } from './write-whole.ts'

const add = (file: string, held: () => Promise<void>) => async () => {
  const count = Number(await readFile(file, 'utf8'))
  await held()
  await writeWhole(file, String(count + 1))
}

it('serializes read-modify-write, even through different symbolic links', async () => {
  await inFolder([{ name: 'count', content: '0' }], async (folder) => {
    const file = join(folder, 'count')
    await symlink('count', join(folder, 'link'))
    const files = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? file : join(folder, 'link')))
    await Promise.all(files.map((each) => withLock(each, (held) => add(each, held)())))
    expect(await readFile(file, 'utf8')).toBe('20')
    expect((await readdir(folder)).sort()).toEqual(['count', 'link'])
  })
})

it('takes over a lock that is no longer renewed, exactly once', async () => {
  await inFolder([{ name: 'count', content: '0' }], async (folder) => {
    const file = join(folder, 'count')
    const tenSecondsAgo = new Date(Date.now() - 10_000)
    await mkdir(`${file}.lock`)
    // An incomplete owner file of a killed process can contain the id of a running one.
    await writeFile(`${file}.lock-owner`, `${hostname()} ${process.pid}`)
    await utimes(`${file}.lock`, tenSecondsAgo, tenSecondsAgo)
    await Promise.all(Array.from({ length: 10 }, () => withLock(file, (held) => add(file, held)())))
    expect(await readFile(file, 'utf8')).toBe('10')
    expect(await readdir(folder)).toEqual(['count'])
  })
})

it('does not write after losing the lock, and retries', async () => {
  await inFolder([{ name: 'count', content: '0' }], async (folder) => {
    const file = join(folder, 'count')
    let attempts = 0
    await withLock(file, async (held) => {
      attempts++
      const count = Number(await readFile(file, 'utf8'))
      if (attempts === 1) {
        // Simulates a suspended process whose lock another process took over.
        await rm(`${file}.lock`, { recursive: true })
        await mkdir(`${file}.lock`)
        await writeFile(file, '7')
        await expect(held()).rejects.toThrow()
        await rm(`${file}.lock`, { recursive: true })
      }
      await held()
      await writeWhole(file, String(count + 1))
    })
    expect([attempts, await readFile(file, 'utf8')]).toEqual([2, '8'])
  })
})

it('creates the folder, reports failures, and releases the lock after an error', async () => {
  await inFolder([{ name: 'file', content: '' }], async (folder) => {
    await expect(withLock(join(folder, 'file/a'), async () => 1)).rejects.toMatchObject({ code: 'WRITE_FAILED' })
    const file = join(folder, 'new/a')
    await expect(withLock(file, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    expect(await withLock(file, async () => 2)).toBe(2)
    expect(await readdir(join(folder, 'new'))).toEqual([])
  })
})

it('leaves a lost lock to its new owner', async () => {
  await inFolder([{ name: 'count', content: '0' }], async (folder) => {
    const file = join(folder, 'count')
    let isTaken = false
    await withLock(file, async (held) => {
      expect(isTaken).toBe(false)
      if ((await readFile(file, 'utf8')) === '0') {
        await rmdir(`${file}.lock`)
        await mkdir(`${file}.lock`)
        isTaken = true
        setTimeout(async () => {
          isTaken = false
          await writeFile(file, '1')
          await rmdir(`${file}.lock`)
        }, 200)
      }
      await held()
    })
    expect(await readFile(file, 'utf8')).toBe('1')
  })
})

it('leaves the lock to a running owner that renews it late, for up to a minute', async () => {
  await inFolder([{ name: 'count', content: '0' }], async (folder) => {
    const file = join(folder, 'count')
    const renewed = (seconds: number) => {
      const time = new Date(Date.now() - 1000 * seconds)
      return utimes(`${file}.lock`, time, time)
    }
    const other = () =>
      withLock(
        file,
        async () => 'taken over',
        (take) => take(100),
      )
    await withLock(file, async () => {
      await renewed(30)
      await expect(other()).rejects.toMatchObject({ code: 'WRITE_FAILED' })
      await renewed(90)
      expect(await other()).toBe('taken over')
    })
    expect(await readdir(folder)).toEqual(['count'])
  })
})
