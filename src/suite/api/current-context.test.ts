import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configuredContext } from './current-context.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-context-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function context(api: object, env: Record<string, string> = {}, name = 'lending') {
  await writeFile(join(folder, 'specdrift.config.json'), JSON.stringify({ apis: { lending: api } }))
  return configuredContext(name, folder, env)
}

test('the target comes from the config and the environment', async () => {
  const api = {
    target: { baseUrl: 'https://fallback.example', baseUrlEnv: 'URL', writable: true, timeoutMs: 5 },
    auth: [{ prefix: '/a', type: 'bearer', env: 'TOKEN_A' }],
    redact: ['iban'],
  }
  expect(await context(api, { URL: 'https://api.example/v1/', TOKEN_A: 'token-a-token' })).toEqual({
    api: 'lending',
    cwd: folder,
    configFile: 'specdrift.config.json',
    specsDir: 'specs',
    description: 'lending@latest',
    target: {
      baseUrl: 'https://api.example/v1',
      label: 'https://api.example/v1',
      writable: true,
      timeoutMs: 5,
      credentials: [{ type: 'bearer', name: 'TOKEN_A', prefix: '/a', token: 'token-a-token' }],
      secrets: ['token-a-token'],
    },
    redact: ['iban'],
    rules: {},
    suites: 'suites/lending/*.suite.ts',
  })
})

test('a target is read-only and has the configured URL by default', async () => {
  const { target } = await context({ target: { baseUrl: 'https://fallback.example', baseUrlEnv: 'URL' } }, { URL: '' })
  expect(target).toMatchObject({ baseUrl: 'https://fallback.example', writable: false })
})

test('a variable without a valid URL is named without printing its value', async () => {
  const message = 'URL is not an http or https URL.'
  await expect(context({ target: { baseUrlEnv: 'URL' } }, { URL: 's3cret' })).rejects.toMatchObject({ message })
})

test('the label of the base URL has no credentials', async () => {
  const { target } = await context({ target: { baseUrl: 'https://user:pass@api.example/v1' } })
  expect(target.label).toBe('https://api.example/v1')
})

test('all missing variables are named at once', async () => {
  const auth = ['A', 'B', 'A'].map((env) => ({ prefix: '/', type: 'bearer', env }))
  await expect(context({ target: { baseUrl: 'http://x' }, auth })).rejects.toMatchObject({
    code: 'CREDENTIAL_MISSING',
    message: 'The environment variables A, B, which hold credentials of lending, are not set.',
  })
})

test.each([
  ['NO_TARGET', {}, 'lending'],
  [
    'CREDENTIAL_MISSING',
    { target: { baseUrl: 'http://x' }, auth: [{ prefix: '/', type: 'bearer', env: 'NOPE' }] },
    'lending',
  ],
  ['UNKNOWN_API', { target: { baseUrl: 'http://x' } }, 'landing'],
  ['UNKNOWN_API', { target: { baseUrl: 'http://x' } }, '__proto__'],
])('%s', async (code, api, name) => {
  await expect(context(api, {}, name)).rejects.toMatchObject({ code })
})
