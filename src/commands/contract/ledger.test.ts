import { expect, test } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const api = (extension: string) =>
  `{ openapi: 3.0.3, info: { title: T, version: '1' }, paths: { /a: { get: { ${extension} responses: {} } } } }\n`
const files = [
  { name: 'a.yaml', content: api('') },
  { name: 'b.yaml', content: api('x-internal: true,') },
]

test.each([
  ['a.yaml a.yaml', /^✔ NO CHANGES a\.yaml → a\.yaml · policy compat\n$/],
  ['a.yaml b.yaml', /^✔ NO EFFECT a\.yaml → b\.yaml · 1 edit without effect · policy compat\n$/],
  ['a.yaml b.yaml --verbose', /no effect {4}\/paths\/~1a\/get\/x-internal: `x-internal` restricts no value\n$/],
  ['a.yaml b.yaml --format json', /"differences": 1,\s+"inFindings": 0,\s+"withoutEffect": 1,\s+"notCompared": 0/],
])('diff %s', async (argv, expected) => {
  const { code, stdout } = await inFolder(files, (cwd) => runCli(run, ['diff', ...argv.split(' ')], { cwd }))
  expect(code).toBe(0)
  expect(stdout).toMatch(expected)
})
