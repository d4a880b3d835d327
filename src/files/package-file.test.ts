import { existsSync } from 'node:fs'
import { parse } from 'node:path'
import { expect, it } from 'vitest'
import { packageFile } from './package-file.ts'

it('finds the package of this module', () => {
  expect(existsSync(packageFile('src/files/package-file.test.ts'))).toBe(true)
})

it('throws without a package above', () => {
  const { root } = parse(import.meta.dirname)
  expect(() => packageFile('a', root)).toThrow(`No package.json is above ${root}`)
})
