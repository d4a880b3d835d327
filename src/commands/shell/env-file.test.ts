import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inFolder } from '../../testing/cli/scenario.ts'
import { createSuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { adoptEnvFile } from './env-file.ts'

const built = resolve(import.meta.dirname, '../../../dist/cli.js')

/** Returns the variables that are read from a `.env`, and the messages. */
async function adopted(text: string, names: readonly string[], before: Readonly<Record<string, string>> = {}) {
  const env: Record<string, string | undefined> = { ...before }
  const notes: string[] = []
  await inFolder([{ name: '.env', content: text }], (cwd) =>
    adoptEnvFile({ cwd, env, note: (note) => void notes.push(note) }, names),
  )
  return { env, notes: notes.join('') }
}

describe('a .env', () => {
  it('sets declared variables only', async () => {
    const text = '\ufeffA=1\r\nB="two words"\nC=3\n'
    expect(await adopted(text, ['A', 'B', 'D'])).toEqual({ env: { A: '1', B: 'two words' }, notes: '' })
    expect(await adopted(text, [])).toEqual({ env: {}, notes: '' })
    expect(await adopted('', ['toString', '__proto__', 'constructor'])).toEqual({ env: {}, notes: '' })
  })

  it('never overrides the environment, even an empty value', async () => {
    expect((await adopted('A=file\nB=file\n', ['A', 'B'], { A: 'environment', B: '' })).env).toEqual({
      A: 'environment',
      B: '',
    })
  })

  it.each([
    ...['NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PATH', 'Path'],
    ...['LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'GIT_SSH_COMMAND', 'GIT_CONFIG_COUNT', 'BROWSER', 'HOME'],
    ...[
      'HTTPS_PROXY',
      'https_proxy',
      'HTTP_PROXY',
      'all_proxy',
      'NO_PROXY',
      'npm_config_registry',
      'VITE_USER_NODE_ENV',
    ],
    ...['GITHUB_API_URL', 'GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_OUTPUT', 'ACTIONS_RUNTIME_TOKEN'],
    ...['SPECDRIFT_FAIL_ON', 'SPECDRIFT_REPORTS_DIR'],
  ])('never sets %s, even where a config declares it', async (name) => {
    const { env, notes } = await adopted(`${name}=x\nSHOP_TOKEN=y\n`, [name, 'SHOP_TOKEN'])
    expect(env).toEqual({ SHOP_TOKEN: 'y' })
    expect(notes).toBe(`note: ${name} is not read from .env for security reasons: export it\n`)
  })

  it.each(['GITHUB_TOKEN', 'MY_GITHUB_API_URL', 'SHOP_PATH', 'NODE', 'SPECDRIFT_SHOP', 'PROXY_TOKEN'])(
    'sets %s, which steers nothing',
    async (name) => expect((await adopted(`${name}=x`, [name])).env).toEqual({ [name]: 'x' }),
  )

  it('is ignored if it is larger than a megabyte', async () => {
    const { env, notes } = await adopted(`A=${'x'.repeat(1024 * 1024)}`, ['A'])
    expect([env, notes]).toEqual([{}, expect.stringContaining('warning: .env cannot be read: it is over the limit')])
  })
})

it('passes declared variables of .env to a run and its suites', async () => {
  const seen: unknown[] = []
  const names = ['DEMO_USER', 'UNDECLARED', 'NODE_OPTIONS', 'HTTP_PROXY', 'BROWSER', 'VITE_X']
  const description = `openapi: 3.0.3
info: { title: Demo, version: '1' }
paths: { /a: { get: { responses: { '200': { description: d, content: { application/json: {} } } } } } }
`
  const project = await createSuiteProject({
    description,
    suites: {
      'a.suite.ts': `const seen = ${JSON.stringify(names)}.map((name) => process.env[name] ?? null)
api.call('GET /a', { headers: { 'x-seen': JSON.stringify([...seen, import.meta.env.VITE_X ?? null]) } })`,
    },
    handler: ({ headers }, response) => {
      seen.push(headers.authorization, JSON.parse(String(headers['x-seen'])))
      sendJson(response, {})
    },
  })
  onTestFinished(() => project.close())
  const auth = [{ type: 'bearer', env: 'DEMO_TOKEN' }]
  const demo = { suites: '*.suite.ts', target: { baseUrlEnv: 'DEMO_URL' }, auth, env: ['DEMO_USER', 'NODE_OPTIONS'] }
  await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
  const file = { DEMO_URL: project.baseUrl, DEMO_TOKEN: 'of-the-file', DEMO_USER: 'ann', UNDECLARED: 'x' }
  const hostile = { NODE_OPTIONS: '--bogus', HTTP_PROXY: 'http://127.0.0.1:1', BROWSER: 'evil', VITE_X: 'x' }
  const lines = Object.entries({ ...file, ...hostile }).map(([name, value]) => `${name}=${value}\n`)
  await project.put('.env', lines.join(''))
  const { HOME = '', PATH = '' } = process.env
  const cli = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [built, ...args], { cwd: project.folder, env: { HOME, PATH } })
  await cli('snapshot', 'add', 'demo', join(project.folder, 'openapi.yaml'))
  const { stderr } = await cli('test', 'demo')
  expect(seen).toEqual(['Bearer of-the-file', ['ann', null, null, null, null, null, null]])
  expect(stderr).toContain('note: NODE_OPTIONS is not read from .env for security reasons: export it\n')
}, 300_000)
