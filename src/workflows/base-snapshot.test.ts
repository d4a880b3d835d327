import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readWorkflow, runStep, type StepResult, stepsOf } from '../testing/cli/workflow.ts'

const github = resolve(import.meta.dirname, '../../.github')
const folder = 'specs/shop'
const index = `${folder}/snapshots.json`

/** Returns an entry of an index as written by the store. */
const entry = (at: number, changes: Readonly<Record<string, unknown>> = {}) => ({
  id: `v${at}`,
  order: at,
  file: `v${at}.json`,
  sha256: String(at).repeat(64),
  ...changes,
})
const listed = (...snapshots: readonly unknown[]) => JSON.stringify({ api: 'shop', snapshots })
const stored = {
  [index]: listed(entry(1), entry(2)),
  [`${folder}/v1.json`]: '{"a":1}',
  [`${folder}/v2.json`]: '{"a":2}',
}

type Files = Readonly<Record<string, string | null>>

/** Creates a repository with two commits: the base and the pull request. */
async function repository(base: Files, head: Files | ((cwd: string) => Promise<void>)): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-base-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  // One process for several commands, because starting one from a worker is slower than git itself.
  const sh = (lines: string) => execFileSync('sh', ['-ec', lines], { cwd, stdio: 'pipe' })
  const write = async (files: Files) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(join(cwd, name, '..'), { recursive: true })
      await (content === null ? rm(join(cwd, name)) : writeFile(join(cwd, name), content))
    }
  }
  const commit = 'git add -A; git -c user.name=a -c user.email=a@example.com commit --quiet --allow-empty -m x'
  await cp(join(github, 'scripts'), join(cwd, '.github/scripts'), { recursive: true })
  await write(base)
  sh(`git init --quiet; ${commit}`)
  await (typeof head === 'function' ? head(cwd) : write(head))
  sh(commit)
  return cwd
}

async function baseStep(cwd: string): Promise<StepResult> {
  const file = 'workflows/contract.yml'
  const workflow = await readWorkflow(file)
  const [, step = {}] = stepsOf(file, workflow).find(([name]) => name === `${file} diff Base`) ?? []
  const { HOME = '', PATH = '' } = process.env
  return runStep(workflow, step, { cwd, env: { HOME, PATH, API: 'shop' } })
}

describe('the base of a pull request', () => {
  it('is the latest snapshot of the parent commit, by order', async () => {
    const added = { [index]: listed(entry(3), entry(2), entry(1)), [`${folder}/v3.json`]: '{"a":3}', 'README.md': 'x' }
    const { code, outputs } = await baseStep(await repository(stored, added))
    const hashes = { base: '2'.repeat(64), revision: '3'.repeat(64) }
    expect([code, outputs]).toEqual([0, { id: 'v2', ...hashes, edited: '', settings: '' }])
  })

  it.each<[string, Files, string]>([
    // The base would be the pull request's own file.
    ['points its entry to another file', { [index]: listed(entry(1), entry(2, { file: 'v3.json' }), entry(3)) }, 'v2'],
    ['writes another hash into it', { [index]: listed(entry(1), entry(2, { sha256: '3'.repeat(64) })) }, 'v2'],
    ['changes its order', { [index]: listed(entry(1, { order: 5 }), entry(2)) }, 'v1'],
    ['changes its title', { [index]: listed(entry(1), entry(2, { title: 'harmless' })) }, 'v2'],
    ['takes it out', { [index]: listed(entry(1), entry(3)) }, 'v2'],
    ['renames it', { [index]: listed(entry(1), { ...entry(2), id: 'v9' }) }, 'v2 v9'],
    ['puts a new one before it', { [index]: listed(entry(1), entry(2), entry(3, { order: 0 })) }, 'v3'],
    ['puts a new one beside it', { [index]: listed(entry(1), entry(2), entry(3, { order: 2 })) }, 'v3'],
  ])('is not taken from a pull request that %s', async (_, head, ids) => {
    const { code, outputs } = await baseStep(await repository(stored, head))
    const edited = ids.split(' ').map((id) => `${index}#${id}`)
    expect([code, outputs]).toEqual([0, expect.objectContaining({ id: 'v2', edited: edited.join(' ') })])
    expect(outputs.base).toBe('2'.repeat(64))
  })

  it.each<[string, Files, string]>([
    ['edits a stored file', { [`${folder}/v1.json`]: '{}' }, `${folder}/v1.json`],
    ['deletes one', { [`${folder}/v1.json`]: null }, `${folder}/v1.json`],
    ['moves one', { [`${folder}/v2.json`]: null, [`${folder}/v9.json`]: '{"a":2}' }, `${folder}/v2.json`],
    ['edits one of no extension', { [`${folder}/plain`]: 'edited' }, `${folder}/plain`],
    ['edits one with a newline in its name', { [`${folder}/a\nid=v1.json`]: '{}' }, `"${folder}/a\\nid=v1.json"`],
  ])('says so of a pull request that %s', async (_, head, edited) => {
    const plain = entry(0, { id: 'plain', file: 'plain' })
    const base = {
      ...stored,
      [index]: listed(plain, entry(1), entry(2)),
      [`${folder}/plain`]: 'x',
      [`${folder}/a\nid=v1.json`]: '1',
    }
    const { code, outputs } = await baseStep(await repository(base, head))
    expect([code, outputs]).toEqual([0, expect.objectContaining({ id: 'v2', edited })])
  })

  it('reports a stored file that became a symlink', async () => {
    const cwd = await repository(stored, async (at) => {
      await rm(join(at, folder, 'v2.json'))
      await symlink('v1.json', join(at, folder, 'v2.json'))
    })
    expect((await baseStep(cwd)).outputs.edited).toBe(`${folder}/v2.json`)
  })

  it.each<[string, Files]>([
    ['has no index', { [index]: null }],
    ['has an index that is no JSON', { [index]: '{' }],
    ['has an index without a list', { [index]: '{}' }],
    ['has an index that is null', { [index]: 'null' }],
    ['lists an id twice', { [index]: listed(entry(1), entry(2), entry(2)) }],
    ['lists an id that writes a line of its own', { [index]: listed(entry(1), entry(2, { id: 'v2\nedited=' })) }],
    ['lists an id that is a path', { [index]: listed(entry(1), entry(2, { id: '..' })) }],
    ['lists a file elsewhere', { [index]: listed(entry(1), entry(2, { file: '../other/v2.json' })) }],
    ['lists a hash that is none', { [index]: listed(entry(1), entry(2, { sha256: 'x\ny' })) }],
    ['lists null', { [index]: listed(entry(1), entry(2), null) }],
  ])('ends red when the pull request %s', async (_, head) => {
    const { code, outputs, log } = await baseStep(await repository(stored, head))
    expect([code, outputs, log]).toEqual([1, {}, expect.stringMatching(/^::error title=snapshots::[^\n]+\n$/)])
  })

  it('fails if the index is a symlink', async () => {
    const cwd = await repository({ ...stored, 'other.json': listed(entry(1), entry(2)) }, async (at) => {
      await rm(join(at, index))
      await symlink('../../other.json', join(at, index))
    })
    expect(await baseStep(cwd)).toMatchObject({ code: 1, outputs: {} })
  })

  it.each<[string, Files]>([
    ['is not there', { 'README.md': '' }],
    ['lists nothing', { [index]: listed() }],
  ])('is the API itself where its index %s', async (_, base) => {
    const head = { [index]: listed(entry(1)), [`${folder}/v1.json`]: '{}' }
    const { outputs } = await baseStep(await repository(base, head))
    const hash = '1'.repeat(64)
    expect(outputs).toEqual({ id: 'v1', base: hash, revision: hash, edited: '', settings: '' })
  })

  it('lists changes of the pull request to its own checks', async () => {
    const head = { 'specdrift.config.json': '{}', [`${folder}/baseline.json`]: '{}', '.github/workflows/a.yml': '' }
    const { outputs } = await baseStep(await repository(stored, head))
    expect(outputs).toMatchObject({
      edited: '',
      settings: `.github/workflows/a.yml specdrift.config.json ${folder}/baseline.json`,
    })
  })
})

it.each([
  ['{"snapshots":[]}', 1, ''],
  ['', 1, ''],
  [listed(entry(3), entry(1)), 0, 'v3\n'],
  [readFileSync(resolve(github, '../specs/lending/snapshots.json'), 'utf8'), 0, 'b07\n'],
  [listed(entry(1, { id: 'v1\nchanged=true' })), 1, ''],
  [listed(entry(1, { id: '$(id)' })), 1, ''],
])('latest-snapshot.mjs prints an id or nothing: %.60s', async (text, code, stdout) => {
  const script = join(github, 'scripts/latest-snapshot.mjs')
  const run = spawnSync(process.execPath, [script], { input: text, encoding: 'utf8' })
  expect([run.status, run.stdout]).toEqual([code, stdout])
  expect(run.stderr).toMatch(code === 0 ? /^$/ : /^::error title=snapshots::[^\n]+\n$/)
})
