import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

let folder = ''

function git(...args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_COMMITTER_DATE: '2026-10-01T12:00:00Z',
  }
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main']
  return execFileSync('git', [...identity, ...args], { cwd: folder, env, encoding: 'utf8' }).trim()
}

async function commit(file: string, text: string, subject: string): Promise<void> {
  await mkdir(join(folder, file, '..'), { recursive: true })
  await writeFile(join(folder, file), text)
  git('add', '-A')
  git('commit', '-q', '-m', subject)
}

const shop = (values: string, more = '') => `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      parameters: [{ name: sort, in: query, schema: { type: string, enum: [${values}] } }]
      responses: { "200": { description: The orders. } }
${more}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-history-'))
  git('init', '-q')
  await commit('old.yaml', shop('a, b'), 'first')
  await commit('old.yaml', shop('a, b', '# a remark\n'), 'only a remark')
  git('mv', 'old.yaml', 'api.yaml')
  git('commit', '-q', '-m', 'renamed')
  await commit('api.yaml', shop('a, b, c'), 'c added')
  git('tag', 'v2')
  await commit('other.txt', 'x', 'something else')
  await commit('api.yaml', '{ broken', 'oops')
  await commit('api.yaml', shop('b, c'), 'a removed \u001f ::error::x')
  git('checkout', '-q', '-b', 'side')
  await commit('api.yaml', shop('b, c', '# one\n'), 'on the side')
  await commit('api.yaml', shop('b, c, d'), 'd added')
  git('checkout', '-q', 'main')
  await commit('other.txt', 'y', 'meanwhile')
  git('merge', '-q', '--no-ff', '-m', 'side merged', 'side')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function history(...flags: string[]) {
  const result = await runCli(run, ['diff', '--history', 'git:api.yaml', ...flags], { cwd: folder })
  return { ...result, entries: () => (JSON.parse(result.stdout) as Report).changelog ?? [] }
}

describe('diff --history of several files', () => {
  const root = (ref: string) => `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders: { get: { responses: { "200": { description: ok, content: { application/json: { schema: { $ref: '${ref}' } } } } } } }
`

  it('follows references to other files, each in the revision being read', async () => {
    await commit('multi/api.yaml', root('schemas/order.yaml'), 'refers to nothing yet')
    await commit('multi/schemas/order.yaml', "{ $ref: '../parts.yaml#/Order' }", 'a file in between')
    await commit('multi/parts.yaml', 'Order: { type: string, enum: [a, b] }', 'parts')
    await commit('multi/parts.yaml', 'Order: { type: string, enum: [a, b, c] }', 'c added in a part')
    await commit('multi/unused.yaml', 'Order: { type: integer }', 'somebody else')
    git('mv', 'multi', 'moved')
    git('commit', '-q', '-m', 'all moved')
    await commit('moved/parts.yaml', 'Order: { type: string, enum: [a, b, c, d] }', 'd added in a part')
    await commit('moved/api.yaml', root('unused.yaml#/Order'), 'refers to another file')
    await commit('moved/parts.yaml', 'Order: { type: boolean }', 'nobody refers to it now')
    await commit('moved/unused.yaml', 'Order: { type: number }', 'used now')
    const { stdout, code } = await runCli(run, ['diff', '--history', 'git:moved/api.yaml', '--json'], { cwd: folder })
    const { changelog: entries = [], notChecked } = JSON.parse(stdout) as Report
    expect(code).toBe(0)
    const hidden = notChecked.map(
      ({ what, because }) => `${what.replace(/^.*#/, '')} ${because.replace(/: Could not .*;/, ';')}`,
    )
    // References that don't resolve yet.
    expect(hidden.sort()).toEqual([
      '/paths/~1orders/get/responses/200/content/application~1json/schema not read: $ref schemas/order.yaml; what it leads to is not checked in GET /orders',
      '/x-external-files/schemas~1order.yaml not read: $ref ../parts.yaml#/Order; what it leads to is not checked in GET /orders',
    ])
    expect(entries.map(({ title, findings }) => [title, findings.map((finding) => finding.ruleId)])).toEqual([
      ['c added in a part', ['enum-widened']],
      ['d added in a part', ['enum-widened']],
      ['refers to another file', ['type-changed']],
      ['used now', ['type-widened']],
    ])
  })
})

describe('diff --history', () => {
  it('lists changes of each commit, across renames, and skips commits without changes', async () => {
    const { code, stderr, entries } = await history('--json')
    expect([code, stderr]).toEqual([0, ''])
    expect(entries().map(({ title, findings }) => [title, findings.map((finding) => finding.ruleId)])).toEqual([
      ['c added', ['enum-widened']],
      ['a removed \u001f ::error::x', ['enum-narrowed']],
      ['side merged', ['enum-widened']],
    ])
    const [first, second] = entries()
    expect(first?.revision).toMatchObject({ name: git('rev-parse', 'v2').slice(0, 8), dialect: '3.0' })
    expect(new Date(first?.capturedAt ?? '').toISOString()).toBe('2026-10-01T12:00:00.000Z')
    expect(second?.base.name).toBe(first?.revision.name)
  })

  it('reports unreadable revisions', async () => {
    const { stdout } = await history()
    expect(stdout).toMatch(
      /\n[0-9a-f]{8} {2}a removed \\u001f ::error::x {2}2026-10-01 {3}1 breaking · next version: major\n/,
    )
    expect(stdout).toMatch(
      /\nnot checked {2}[0-9a-f]{8} oops: git:[0-9a-f]{40}:api\.yaml.* is not valid YAML or JSON: /,
    )
  })

  it('reports that nothing changed', async () => {
    expect(await history('--since', 'HEAD')).toMatchObject({ code: 0, stdout: 'No changes\n', stderr: '' })
  })

  it.each([
    ['--since', 'v2', ['a removed \u001f ::error::x', 'side merged']],
    ['--since', 'HEAD', []],
    ['--max', '1', ['side merged']],
    ['--max', '2', ['a removed \u001f ::error::x', 'side merged']],
    ['--max', '4', ['c added', 'a removed \u001f ::error::x', 'side merged']],
  ])('is limited by %s %s', async (flag, limit, titles) => {
    expect((await history('--json', flag, limit)).entries().map((entry) => entry.title)).toEqual(titles)
  })

  it.each([
    [['--history', 'git:nowhere.yaml'], 'Could not read git:nowhere.yaml from git: no commit touches it.'],
    [['--history', 'git:api.yaml', '--since', '--all'], 'since --all from git: there is no such revision.'],
    [['--history', 'shop'], 'specdrift changelog <api>'],
    [['a.yaml', 'b.yaml', '--history', 'git:api.yaml'], "--history can't be combined with a pair of descriptions."],
    [['--history', 'git:api.yaml', '--format', 'sarif'], "--history can't be combined with --format sarif."],
    [['a.yaml', 'b.yaml', '--max', '2'], '--max requires --history.'],
    [['--history', 'git:api.yaml', '--max', '0'], 'It must be a positive integer.'],
    [['a.yaml'], 'The revision is missing.'],
  ])('ends with 2 for %j', async (argv, message) => {
    const { code, stderr } = await runCli(run, ['diff', ...argv], { cwd: folder })
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
