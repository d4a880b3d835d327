import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { bash, readWorkflow, stepsOf } from '../testing/cli/workflow.ts'

const github = resolve(import.meta.dirname, '../../.github')
const workflows = readdirSync(join(github, 'workflows')).map((name) => `workflows/${name}`)
const actions = ['../action.yml']
const read = await Promise.all(
  [...workflows, ...actions].map(async (file) => ({ file, parsed: await readWorkflow(file) })),
)
const steps = read.flatMap(({ file, parsed }) => stepsOf(file, parsed))
const scripts = steps.flatMap(([where, { run, shell }]) => (run === undefined ? [] : [{ where, run, shell }]))

const pages = ['ci/github.md', 'security.md'].map((name) => readFile(join(github, '../docs', name), 'utf8'))
const text = (await Promise.all(pages)).join('\n')
const docs = { text, blocks: [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block]) => block ?? '') }

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
const schema = async (name: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, '../testing/schemas', name), 'utf8'))

it('finds them', () => {
  expect(workflows.length).toBeGreaterThanOrEqual(5)
  expect(scripts.length).toBeGreaterThan(20)
})

describe.each([
  ['github-workflow.json', workflows],
  ['github-action.json', actions],
])('%s', async (name, files) => {
  const validate = ajv.compile(await schema(name))

  it.each(files)('allows %s', async (file) => {
    expect(validate(await readWorkflow(file)) ? [] : validate.errors).toEqual([])
  })

  it('rejects a mistake', async () => {
    expect(validate({ ...(await readWorkflow(files[0] ?? '')), permisions: {} })).toBe(false)
  })
})

describe('other files read by GitHub', () => {
  const forms = readdirSync(join(github, 'ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml')
  it.each([
    ['github-dependabot.json', 'dependabot.yml'],
    ...forms.map((name) => ['github-issue-forms.json', `ISSUE_TEMPLATE/${name}`]),
  ])('%s allows %s', async (name = '', file = '') => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(await schema(name))
    const parsed = load(await readFile(join(github, file), 'utf8'))
    expect(validate(parsed) ? [] : validate.errors).toEqual([])
    expect(validate({ ...(parsed as object), slip: { a: 1 } })).toBe(false)
  })
})

describe('docs/ci/github.md and docs/security.md', () => {
  const { blocks } = docs

  it('contain valid workflows with pinned actions', async () => {
    const validate = ajv.compile({ ...(await schema('github-workflow.json')), $id: 'docs' })
    expect(blocks.length).toBe(3)
    expect(blocks.map((block) => (validate(load(block)) ? [] : validate.errors))).toEqual([[], [], []])
    const uses = blocks.flatMap((block) => block.match(/\buses: [^.].*/g) ?? [])
    const inUse = (await Promise.all(workflows.map((file) => readFile(join(github, file), 'utf8')))).join('\n')
    const { version } = JSON.parse(await readFile(join(github, '../package.json'), 'utf8'))
    const own = `uses: specdrift/specdrift@v${version.split('.')[0]}`
    expect(uses.filter((use) => use !== own && !inUse.includes(use))).toEqual([])
  })

  it('list every workflow', () => {
    expect(workflows.filter((file) => !docs.text.includes(`/blob/main/.github/${file}`))).toEqual([])
  })
})

it('the README of the action documents exactly its inputs and outputs', async () => {
  const { inputs = {}, outputs = {} } = load(await readFile(join(github, '../action.yml'), 'utf8')) as {
    inputs?: object
    outputs?: object
  }
  const readme = await readFile(join(github, '../action/README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/`[\w-]+`/g) ?? [])
  expect(rows.toSorted()).toEqual(
    [...Object.keys(inputs), ...Object.keys(outputs)].map((name) => `\`${name}\``).toSorted(),
  )
})

describe('every workflow', () => {
  it.each([...workflows, ...actions])('pins each action of %s by commit, and says its release', async (file) => {
    const uses = (await readFile(join(github, file), 'utf8')).match(/\buses:.*/g) ?? []
    const loose = uses.filter((use) => !/^uses: (\.\/\S+|[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(use))
    expect(loose).toEqual([])
  })

  it('uses each action at the commit listed in pins.md', async () => {
    const pins = await readFile(join(github, 'pins.md'), 'utf8')
    const documented = new Map(
      [...pins.matchAll(/^\| (\S+) \| v\S+ \| `(\w{40})`/gm)].map(([, action, commit]) => [action, commit]),
    )
    const used = steps.flatMap(([, { uses }]) => (uses?.includes('@') ? [uses.split('@')] : []))
    const name = (action = '') => action.split('/').slice(0, 2).join('/')
    expect(used.filter(([action, commit]) => documented.get(name(action)) !== commit)).toEqual([])
    expect([...documented.keys()].toSorted()).toEqual([...new Set(used.map(([action]) => name(action)))].toSorted())
  })

  it.each(read.filter(({ file }) => file.startsWith('workflows/')))(
    '$file: no more rights than needed, an end, one at a time, by hand too',
    ({ parsed }) => {
      const { on = {}, permissions, concurrency, jobs = {} } = parsed
      expect(permissions === undefined || Object.values(permissions).some((right) => right === 'write')).toBe(false)
      expect(concurrency).toBeDefined()
      expect(Object.keys(on)).toContain('workflow_dispatch')
      expect(Object.keys(on)).not.toContain('pull_request_target')
      const unbounded = Object.values(jobs).filter(
        (job) => job.uses === undefined && job['timeout-minutes'] === undefined,
      )
      expect(unbounded).toEqual([])
    },
  )

  it('starts at odd minutes', () => {
    const crons = JSON.stringify(read.map(({ parsed }) => parsed.on?.schedule)).match(/"cron":"(\d+)/g) ?? []
    expect(crons.length).toBe(3)
    expect(crons.filter((cron) => Number(cron.slice(8)) % 2 === 0)).toEqual([])
  })

  it('leaves no credentials in a checkout', () => {
    const kept = steps.filter(
      ([, step]) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false,
    )
    expect(kept).toEqual([])
  })
})

describe('every script', () => {
  it.each(scripts)('$where contains no expressions, which must be passed as variables', ({ run }) => {
    expect(run).not.toContain('${{')
  })

  it.each(scripts)('$where is valid bash', async ({ run }) => {
    expect(await bash(['-nc', run])).toEqual([0, ''])
  })

  // Preinstalled on GitHub's runners.
  const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0
  it.skipIf(!hasShellcheck)('passes shellcheck', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'specdrift-shell-'))
    const files = await Promise.all(
      scripts.map(async ({ run }, index) => {
        const file = join(folder, `${index}.sh`)
        await writeFile(file, run)
        return file
      }),
    )
    const { stdout } = spawnSync('shellcheck', ['--shell=bash', '--severity=style', ...files], { encoding: 'utf8' })
    await rm(folder, { recursive: true })
    expect(stdout).toBe('')
  })
})
