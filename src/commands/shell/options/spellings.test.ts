import { expect, it } from 'vitest'
import { runCli } from '../../../testing/cli/run-cli.ts'
import { inFolder } from '../../../testing/cli/scenario.ts'
import { monitorReport } from '../../../testing/sample-report.ts'
import { run } from '../../run.ts'

const description = `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths: { /a: { get: { responses: { '200': { description: d } } } } }
`
const files = [
  { name: 'specdrift.config.json', content: '{ "apis": { "shop": { "source": "a.yaml" } } }' },
  { name: 'a.yaml', content: description },
  { name: 'reports/shop/report.json', content: JSON.stringify(monitorReport({ api: 'shop' })) },
]
const cli = (cwd: string, line: string) => runCli(run, line.split(' '), { cwd })

it.each([
  ['snapshot shop a.yaml', 'snapshot add shop a.yaml'],
  ['snapshot shop', 'snapshot add shop'],
  ['snapshot --id v1 shop a.yaml', 'snapshot add shop a.yaml --id v1'],
  ['snapshot shop a.yaml --id v1 --title T --strict', 'snapshot add --strict --title T --id v1 shop a.yaml'],
])('%s does what %s does', async (old, now) => {
  const [first, second] = [await inFolder(files, (cwd) => cli(cwd, old)), await inFolder(files, (cwd) => cli(cwd, now))]
  expect(first).toEqual(second)
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^stored shop@/) })
})

it.each([
  ['snapshots shop', 'snapshot list shop'],
  ['snapshots', 'snapshot list --all'],
  ['diff a.yaml a.yaml --json', 'diff a.yaml a.yaml --format json'],
  ['plan --shards 2 --format github-matrix', 'plan --shards 2 --format json'],
])('%s prints what %s prints', (old, now) =>
  inFolder([...files, { name: 'suites/shop/a.suite.ts', content: '' }], async (cwd) => {
    await cli(cwd, 'snapshot add shop --id v1')
    const result = await cli(cwd, old)
    expect(result).toEqual(await cli(cwd, now))
    expect([result.code, result.stdout.length > 20]).toEqual([0, true])
  }),
)

it.each([
  ['report --out again', 'report -o again/'],
  ['report merge reports/shop/report.json --out again', 'report merge reports/shop/report.json -o again'],
])('%s writes what %s writes', (old, now) =>
  inFolder(files, async (cwd) => {
    const [first, second] = [await cli(cwd, old), await cli(cwd, now)]
    expect([first.code, first.stderr]).toEqual([second.code, second.stderr])
  }),
)

it.each([
  ['snapshot', 'specdrift snapshot [options]'],
  ['baseline', 'specdrift baseline [options]'],
  ['notify', 'specdrift notify [options]'],
])('%s without a command prints its own help', async (group, usage) => {
  const { code, stdout, stderr } = await inFolder(files, (cwd) => cli(cwd, group))
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^Usage: /)])
  expect(stderr).toContain(usage)
})

it.each([
  ['snapshot lst', 'did you mean list?'],
  ['baseline acept', 'Did you mean accept?'],
  ['notify snd', 'Did you mean send?'],
  ['report rendr', 'did you mean render?'],
  ['report mrge a.json b.json', 'Did you mean merge?'],
  ['monitr', 'Did you mean monitor?'],
  ['help monitr', 'Did you mean monitor?'],
  ['monitor shpo', 'did you mean shop?'],
  ['patch shpo', 'did you mean shop?'],
  ['diff a b --format jsno', 'did you mean json?'],
  ['diff a b --format jnuit=x.xml', 'did you mean junit?'],
  ['diff a b --policy strct', 'did you mean strict?'],
  ['diff a b --fail-on eror', 'did you mean error?'],
  ['diff a b --group-by componnt', 'did you mean component?'],
  ['test --generate positve', 'did you mean positive?'],
  ['test --min-coverage statusses=7', 'did you mean statuses?'],
  ['completion bsh', 'did you mean bash?'],
  ['schema reprot', 'did you mean report?'],
  ['rules enum-narowed', 'did you mean enum-narrowed?'],
  ['sandbox --webhooks loopbak', 'did you mean loopback?'],
  ['test --genrate positive', 'Did you mean --generate?'],
])('%s: %s', async (line, suggestion) => {
  const { code, stdout, stderr } = await inFolder(files, (cwd) => cli(cwd, line))
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(suggestion)])
})

it.each([
  ['rules --log-level debugg', '(did you mean debug?)'],
  ['rules --log-format jsn', '(did you mean json?)'],
  ['diff shop@latst a.yaml', 'No snapshot shop@latst (did you mean latest? known: v1)'],
])('%s is refused with what was meant', (line, expected) =>
  inFolder(files, async (cwd) => {
    await cli(cwd, 'snapshot add shop --id v1')
    expect(await cli(cwd, line)).toMatchObject({ code: 2, stderr: expect.stringContaining(expected) })
  }),
)
