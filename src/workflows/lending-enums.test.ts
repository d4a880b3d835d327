import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Returns `pointer value` for every enum value of a description. */
function listed(node: unknown, pointer = ''): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) =>
    key === 'enum' && Array.isArray(child)
      ? child.map((value) => `${pointer.replace('/components/schemas/', '')} ${JSON.stringify(value)}`)
      : listed(child, `${pointer}/${key}`),
  )
}

test('every enum value of the lending contract is covered by a suite or has a reason', () => {
  const { snapshots } = JSON.parse(read('specs/lending/snapshots.json'))
  const rows = [...read('bench/results/lending-enums.md').matchAll(/^\| `([^`]+)` \| `([^`]+)` \| (.*) \|$/gm)]
  const values = listed(load(read(`specs/lending/${snapshots.at(-1).file}`)))
  expect(values.length).toBeGreaterThan(50)
  expect(rows.map(([, pointer, value]) => `${pointer} ${value}`)).toEqual(values)
  for (const [row, , , because = ''] of rows) {
    const suites = [...because.matchAll(/`([^`]+\.suite\.ts)`/g)].map(([, file = '']) => file)
    expect(because, row).toMatch(/\w/)
    for (const file of suites) expect(existsSync(join(root, 'suites/lending', file)), row).toBe(true)
  }
})
