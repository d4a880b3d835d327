import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { bash, runStep, type Workflow } from '../testing/cli/workflow.ts'
import type { Ci, Setup } from './setup.ts'
import { workflowFile, workflowText } from './workflow.ts'

const setup: Setup = {
  api: 'shop',
  source: 'openapi.yaml',
  credentials: [{ type: 'bearer', env: 'SHOP_TOKEN' }],
  operations: [],
}
const ci: Ci = { program: 'npx specdrift', installs: true, folder: '' }
const atUrl: Setup = { ...setup, source: 'https://shop.example/openapi.json' }
const variants: readonly (readonly [Setup, Ci, number])[] = [
  [setup, ci, 5],
  [setup, { ...ci, installs: false, folder: 'services/my "shop"' }, 5],
  [atUrl, { ...ci, folder: 'services/my "shop"' }, 7],
  [{ ...atUrl, snapshot: 'auto', sourceAuth: [{ type: 'bearer', env: 'DOCS_TOKEN' }] }, ci, 7],
]

it.each(variants)('is valid for GitHub, with the same pins as our own workflows: %j', async (own, variant, count) => {
  const text = workflowText(own, variant)
  const schema = await readFile(join(import.meta.dirname, '../testing/schemas/github-workflow.json'), 'utf8')
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(schema))
  expect(validate(load(text)) ? [] : validate.errors).toEqual([])
  const folder = join(import.meta.dirname, '../../.github/workflows')
  const pinned = await Promise.all(readdirSync(folder).map((name) => readFile(join(folder, name), 'utf8')))
  const uses = text.match(/\buses: .*/g) ?? []
  expect(uses.length).toBe(count)
  expect(uses.filter((use) => !pinned.join('\n').includes(use))).toEqual([])
})

it('is written where GitHub reads it', () => {
  expect(workflowFile(setup, ci)).toBe('.github/workflows/specdrift.yml')
  expect(workflowFile(setup, { ...ci, folder: 'a/b' })).toBe('../../.github/workflows/specdrift-shop.yml')
})

it('shows the report in the summary, or that there is none', async () => {
  // Already validated as a workflow by the test above.
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

it.each(['propose', 'auto'] as const)('stores a changed description, and only that: %s', async (snapshot) => {
  const workflow = load(workflowText({ ...atUrl, snapshot }, ci)) as Workflow
  const step = workflow.jobs?.snapshot?.steps?.find(({ name }) => name === 'Store') ?? {}
  const content = (id: number) => `{\n  "sha256": "${id}"\n}\n`
  await inFolder([{ name: 'specs/shop/snapshots.json', content: content(1) }], async (cwd) => {
    const git = async (line: string) => {
      const [code, log] = await bash(['-ec', line], { cwd })
      expect([code, log]).toEqual([0, log])
      return log.trim()
    }
    await git('git init -q -b main . && git init -q --bare origin.git && git remote add origin "$PWD/origin.git"')
    await git(
      'echo origin.git > .git/info/exclude && git add -A && git -c user.name=a -c user.email=a@b commit -qm one',
    )
    const start = await git('git rev-parse HEAD')
    await mkdir(join(cwd, 'bin'))
    const gh = '#!/bin/sh\necho "gh $*" >> origin.git/calls\n[ "$1 $2" != "pr view" ]\n'
    await writeFile(join(cwd, 'bin/gh'), gh, { mode: 0o755 })
    await git('echo bin >> .git/info/exclude')
    const env = { GITHUB_REF_NAME: 'main', PATH: `${join(cwd, 'bin')}:${process.env.PATH}` }
    const store = () => runStep(workflow, step, { cwd, env, expressions: { 'github.token': 't' } })
    expect(await store()).toMatchObject({ code: 0, log: '' })
    await writeFile(join(cwd, 'specs/shop/snapshots.json'), content(2))
    await writeFile(join(cwd, 'left.txt'), 'not stored')
    expect(await store()).toMatchObject({ code: 0 })
    const branch = snapshot === 'auto' ? 'main' : 'specdrift/shop-snapshot'
    expect(await git(`git -C origin.git show --stat --format=%s ${branch}`)).toMatch(
      /^New snapshot of shop\n\n specs\/shop\/snapshots.json \| 2 \+-\n 1 file changed/,
    )
    const calls = await git('cat origin.git/calls')
    expect(calls.includes('pr create --base main --head specdrift/shop-snapshot')).toBe(snapshot === 'propose')
    if (snapshot === 'auto') return
    const again = async (id: number) => {
      await git(`git reset -q --hard ${start}`)
      await writeFile(join(cwd, 'specs/shop/snapshots.json'), content(id))
      return store()
    }
    const tip = () => git(`git -C origin.git log --format=%s ${branch}`)
    const pushed = () => git(`git -C origin.git rev-parse ${branch}`)
    const first = await pushed()
    expect(await again(2)).toMatchObject({ code: 0, log: expect.stringContaining('already proposed') })
    expect(await pushed()).toBe(first)
    expect(await again(3)).toMatchObject({ code: 0 })
    expect(await pushed()).not.toBe(first)
    // A reviewer's commit is kept, even if the provider publishes again.
    await git(`git clone -q --branch ${branch} origin.git reviewed`)
    await git('cd reviewed && git -c user.name=r -c user.email=r@b commit -q --allow-empty -m review && git push -q')
    await git('echo reviewed >> .git/info/exclude')
    expect(await again(4)).toMatchObject({ code: 1, log: expect.stringContaining('::error::Somebody else') })
    expect(await tip()).toMatch(/^review\n/)
  })
})
