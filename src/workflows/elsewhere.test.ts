import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configNames } from '../config/load.ts'

const root = resolve(import.meta.dirname, '../..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const cli = join(root, 'dist/cli.js')

/** Returns fenced code blocks of a language. */
function blocksIn(file: string, language: string): string[] {
  return [...textOf(file).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block]) => block ?? '',
  )
}

describe('the problem matcher of docs/ci/elsewhere.md', () => {
  const [tasks = '{}'] = blocksIn('docs/ci/elsewhere.md', 'json')
  const { pattern } = JSON.parse(tasks).tasks[0].problemMatcher

  it('parses every line of --format one-line', () => {
    const { stdout } = spawnSync(
      process.execPath,
      [cli, 'diff', 'lending@b01', 'lending@b02', '--format', 'one-line'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    const lines = stdout.trim().split('\n')
    expect(lines.length).toBeGreaterThan(5)
    const read = lines.map((line) => new RegExp(pattern.regexp).exec(line))
    expect(read.filter((match) => match === null)).toEqual([])
    const [first] = read
    expect(first?.[pattern.file]).toBe('specs/lending/b02.yaml')
    expect(Number(first?.[pattern.line])).toBeGreaterThan(0)
    expect(['error', 'warning', 'info']).toContain(first?.[pattern.severity])
  })
})

describe('the entry for SchemaStore in docs/ci/elsewhere.md', () => {
  const entry = JSON.parse(blocksIn('docs/ci/elsewhere.md', 'json').at(-1) ?? '{}')

  it('matches all JSON and YAML configs and nothing else', () => {
    expect(entry.fileMatch).toEqual(configNames.filter((name) => /\.(json|ya?ml)$/.test(name)))
  })

  it("names this repository's schema, which accepts a valid config and rejects an invalid one", () => {
    const { repository } = JSON.parse(textOf('package.json'))
    const [, path = ''] = /^https:\/\/raw\.githubusercontent\.com\/(.+)$/.exec(entry.url) ?? []
    const [name, file] = path.split('/main/')
    expect(repository.url).toBe(`git+https://github.com/${name}.git`)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(textOf(file ?? '')))
    expect([validate({ apis: { shop: {} } }), validate({ apis: { shop: { sourc: '' } } })]).toEqual([true, false])
  })
})

describe('the snippets of docs/ci', () => {
  it.each(['docs/ci/gitlab.md', 'docs/ci/cron.md', 'docs/ci/elsewhere.md'])('%s contains valid YAML', (file) => {
    const blocks = blocksIn(file, 'yaml').map((block) => load(block))
    expect(blocks.length).toBeGreaterThan(0)
    expect(blocks.filter((block) => typeof block !== 'object' || block === null)).toEqual([])
  })

  it('use the current version', () => {
    const { version } = JSON.parse(textOf('package.json'))
    const pages = [
      'docs/ci/gitlab.md',
      'docs/ci/cron.md',
      'docs/ci/elsewhere.md',
      'docs/security.md',
      'container/Dockerfile',
    ]
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/(?:specdrift@|VERSION=|rev: v)(\d+\.\d+\.\d+)/g)].map(([, each]) => each),
    )
    expect(named.length).toBeGreaterThan(4)
    expect(new Set(named)).toEqual(new Set([version]))
  })
})

describe('the container', () => {
  const dockerfile = textOf('container/Dockerfile')

  it('has no root user, shell or build tools, and has labels', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^FROM gcr\.io\/distroless\/nodejs24-debian12:nonroot$/m)
    expect(last).toMatch(/^USER nonroot$/m)
    expect(last).not.toMatch(/^RUN /m)
    for (const label of ['title', 'version', 'licenses', 'source'])
      expect(last).toContain(`org.opencontainers.image.${label}=`)
  })

  it('runs read-only and unprivileged in the compose file', () => {
    const compose = load(textOf('container/compose.yaml')) as { services: Record<string, Record<string, unknown>> }
    const schema = JSON.parse(textOf('src/testing/schemas/compose-spec.json'))
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
    expect(validate(compose) ? [] : validate.errors).toEqual([])
    const { services } = compose
    for (const service of Object.values(services)) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(Object.keys(services)).toEqual(['sandbox', 'monitor'])
  })
})

interface Hook {
  readonly id: string
  readonly entry: string
  readonly files: string
}

describe('the pre-commit hook', () => {
  const [hook] = load(textOf('.pre-commit-hooks.yaml')) as [Hook]
  // Needs pre-commit from PyPI, installed by .ci/run.
  const isThere = spawnSync('pre-commit', ['--version']).status === 0
  let folder = ''
  const env = () => ({
    ...process.env,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
    PRE_COMMIT_HOME: join(folder, 'home'),
  })
  const run = (command: string, ...argv: string[]) =>
    spawnSync(command, argv, { cwd: join(folder, 'repository'), encoding: 'utf8', env: env() })
  const description = (type: string) =>
    `openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths:\n  /a:\n    get:\n      parameters: [{ name: q, in: query, schema: { type: ${type} } }]\n      responses: { '200': { description: ok } }\n`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'specdrift-hook-'))
    await mkdir(join(folder, 'bin'))
    await mkdir(join(folder, 'repository'))
    await writeFile(join(folder, 'bin/specdrift'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`)
    chmodSync(join(folder, 'bin/specdrift'), 0o755)
    const local = { repos: [{ repo: 'local', hooks: [{ ...hook, language: 'system' }] }] }
    await writeFile(join(folder, 'repository/.pre-commit-config.yaml'), JSON.stringify(local))
    await writeFile(join(folder, 'repository/openapi.yaml'), description('string'))
    run('git', 'init', '--quiet')
    run('git', 'add', '--all')
    run('git', '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', 'first')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('recognizes descriptions by name', () => {
    const files = new RegExp(hook.files)
    expect(['openapi.yaml', 'api/openapi-v2.json', 'swagger.yml'].every((name) => files.test(name))).toBe(true)
    expect(['package.json', 'my-openapi.md', 'src/a.yaml'].some((name) => files.test(name))).toBe(false)
  })

  it.skipIf(!isThere)('passes compatible changes and new files, and fails breaking changes', async () => {
    await writeFile(join(folder, 'repository/openapi-new.yaml'), description('string'))
    run('git', 'add', '--all')
    const passed = run('pre-commit', 'run')
    expect([passed.status, passed.stdout], passed.stderr).toEqual([0, expect.stringContaining('Passed')])
    await writeFile(join(folder, 'repository/openapi.yaml'), description('integer'))
    run('git', 'add', '--all')
    const failed = run('pre-commit', 'run')
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringContaining('exit code: 1')])
  })
})
