import { expect, it } from 'vitest'
import { diffReport } from '../../testing/sample-report.ts'
import { versionNames } from './version-names.ts'

const cases = [
  ['lending@b06', 'lending@b07', 'b06', 'b07'],
  ['/tmp/a/v1/api.yaml', '/tmp/a/v2/api.yaml', 'v1/api.yaml', 'v2/api.yaml'],
  ['/tmp/v1/x/y/api.json', '/tmp/v2/x/y/api.json', 'v1/…/api.json', 'v2/…/api.json'],
  ['specs/old.yaml', 'specs/new.yaml', 'old.yaml', 'new.yaml'],
  ['specs/a.yaml', 'specs/a.yaml', 'specs/a.yaml', 'specs/a.yaml'],
  ['a.yaml', 'b/a.yaml', 'a.yaml', 'b/a.yaml'],
  ['x/a.yaml', 'y/z/x/a.yaml', 'x/a.yaml', 'y/z/x/a.yaml'],
] as const

it.each(cases)('%s and %s are called %s and %s', (old, now, base, revision) => {
  const { inputs } = diffReport()
  const named = (name: string) => ({ ...(inputs.base ?? inputs.revision), name }) as NonNullable<typeof inputs.base>
  const { base: left, revision: right } = versionNames({
    api: 'lending',
    inputs: { base: named(old), revision: named(now) },
  })
  expect([left, right]).toEqual([base, revision])
})
