import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { runStep, type Workflow } from '../testing/cli/workflow.ts'
import type { Ci, Setup } from './setup.ts'
import { workflowFile, workflowText } from './workflow.ts'

const setup: Setup = {
  api: 'shop',
  source: 'openapi.yaml',
  credentials: [{ type: 'bearer', env: 'SHOP_TOKEN' }],
  operations: [],
}
const ci: Ci = { program: 'npx specdrift', installs: true, folder: '' }
const variants: readonly Ci[] = [ci, { ...ci, installs: false, folder: 'services/my "shop"' }]

it.each(variants)('is what GitHub takes, with the pins of our own workflows: %j', async (variant) => {
  const text = workflowText(setup, variant)
  const schema = await readFile(join(import.meta.dirname, '../testing/schemas/github-workflow.json'), 'utf8')
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(schema))
  expect(validate(load(text)) ? [] : validate.errors).toEqual([])
  const folder = join(import.meta.dirname, '../../.github/workflows')
  const own = await Promise.all(readdirSync(folder).map((name) => readFile(join(folder, name), 'utf8')))
  const uses = text.match(/\buses: .*/g) ?? []
  expect(uses.length).toBe(5)
  expect(uses.filter((use) => !own.join('\n').includes(use))).toEqual([])
})

it('is written where GitHub reads it', () => {
  expect(workflowFile(setup, ci)).toBe('.github/workflows/specdrift.yml')
  expect(workflowFile(setup, { ...ci, folder: 'a/b' })).toBe('../../.github/workflows/specdrift-shop.yml')
})

it('shows the report in the summary, and says when there is none', async () => {
  // The text is a workflow, as the test above holds.
  const workflow = load(workflowText(setup, ci)) as Workflow
  const step = workflow.jobs?.monitor?.steps?.find(({ name }) => name === 'Summary') ?? {}
  await inFolder([], async (cwd) => {
    expect(await runStep(workflow, step, { cwd, env: {} })).toMatchObject({
      code: 0,
      summary: expect.stringContaining('Nothing'),
    })
    await mkdir(join(cwd, 'reports/shop'), { recursive: true })
    await writeFile(join(cwd, 'reports/shop/report.md'), '## All is well\n')
    expect(await runStep(workflow, step, { cwd, env: {} })).toMatchObject({ code: 0, summary: '## All is well\n' })
  })
})
