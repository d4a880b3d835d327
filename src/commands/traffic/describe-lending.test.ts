import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const root = resolve(import.meta.dirname, '../../..')

it('drafts every operation of the sandbox from its traffic, which conforms to the draft', async () => {
  await inFolder([], async (folder) => {
    const cli = (...argv: string[]) => runCli(run, argv, { cwd: root })
    const at = (name: string): string => join(folder, name)
    const tested = await cli('test', 'lending', '--har', at('t.har'), '--reports-dir', at('reports'))
    expect(tested.code).toBe(0)
    const { code, stderr } = await cli('describe', at('t.har'), '-o', at('draft.yaml'))
    expect([code, stderr]).toEqual([0, expect.stringContaining('operations drafted')])
    // The YAML was written by specdrift.
    const draft = load(await readFile(at('draft.yaml'), 'utf8')) as { paths: Record<string, object> }
    const described = load(await readFile(join(root, 'specs/lending/b07.yaml'), 'utf8')) as typeof draft
    // The contract has the literal path `/deposit/fiat/AU/AUD/pay-id`, whereas the draft treats AU and AUD as parameter values.
    const shapesOf = ({ paths }: typeof draft): string[] =>
      Object.entries(paths).flatMap(([path, item]) =>
        Object.keys(item)
          .filter((key) => /^(?:get|put|post|delete|patch)$/.test(key))
          .map((method) => `${method} ${path.replaceAll(/\{[^}]*\}|(?<=\/)[A-Z]+(?=\/)/g, '{}')}`),
      )
    const drafted = new Set(shapesOf(draft))
    expect(shapesOf(described).filter((operation) => !drafted.has(operation))).toEqual([])
    expect(shapesOf(described).length).toBe(49)

    const checked = await cli('check', at('t.har'), '--description', at('draft.yaml'), '--json')
    const { findings }: Report = JSON.parse(checked.stdout)
    expect(findings.map(({ ruleId, site, message }) => `${ruleId} ${site.operation} ${message}`)).toEqual([])
  })
}, 300_000)
