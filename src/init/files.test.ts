import { createJiti } from 'jiti'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { configFile, filesOf, withIgnored } from './files.ts'
import type { Setup } from './setup.ts'

const setup: Setup = { api: 'shop', source: 'openapi.yaml', credentials: [], operations: [] }

function configOf(own: Partial<Setup>): unknown {
  const text = filesOf({ ...setup, ...own }).find(({ path }) => path === configFile)?.text ?? ''
  const modules = { specdrift: { defineConfig: (config: unknown) => config } }
  // jiti returns the exports of the module.
  const module = createJiti(import.meta.url, { virtualModules: modules }).evalModule(text, {
    filename: '/tmp/a.ts',
  }) as {
    readonly default: unknown
  }
  return module.default
}

it('keeps external input inside string literals', () => {
  const name = `X'"\\ \u2028 \u202e \n }) process.exit(1) //`
  const credential = { type: 'apiKey', in: 'header', name, env: 'SHOP_KEY' } as const
  expect(configOf({ api: 'my.shop', source: `it's`, credentials: [credential] })).toEqual({
    apis: {
      'my.shop': { source: `it's`, target: { baseUrlEnv: 'MY_SHOP_BASE_URL', writable: false }, auth: [credential] },
    },
  })
})

it.each([
  ['an API of unknown owner', {}, { baseUrlEnv: 'SHOP_BASE_URL', writable: false }],
  ['an API elsewhere', { baseUrl: 'https://a.example' }, { baseUrl: 'https://a.example', writable: false }],
  ['a test system', { baseUrl: 'https://a.example', isTestTarget: true }, { baseUrl: 'https://a.example' }],
  ['an API on this machine', { baseUrl: 'http://127.0.0.1:3000' }, { baseUrl: 'http://127.0.0.1:3000' }],
])('forbids changes unless the user says that it is a test system: %s', (_, own, target) => {
  expect(configOf(own)).toMatchObject({ apis: { shop: { target } } })
  const isForbidden = 'writable' in target
  const text = filesOf({ ...setup, ...own }).find(({ path }) => path === configFile)?.text
  expect(text?.includes('// specdrift only reads from this API.')).toBe(isForbidden)
  expect(text?.includes('writable')).toBe(isForbidden)
})

it("shows a call of one of the API's operations in the suite", () => {
  const operation = (method: string, path: string) => ({ method, path }) as Setup['operations'][number]
  const paths = ['/a\nprocess.exit(1)/{id}', '/orders/{orderId}']
  const [suite] = filesOf({ ...setup, operations: paths.map((path) => operation('GET', path)) })
  expect(suite?.text).toContain("// api.call('GET /orders/{orderId}', { path: { orderId: 'nope' }, expect: 404")
  expect(suite?.text).not.toContain('process.exit')
})

it('names the credentials for fetching the description', () => {
  const sourceAuth = [{ type: 'apiKey', in: 'header', name: 'X', valuePrefix: 'token ', env: 'DOCS_KEY' }] as const
  expect(configOf({ sourceAuth })).toMatchObject({ apis: { shop: { sourceAuth } } })
})

it('writes a workflow that stores the history of a failed run', () => {
  const files = filesOf({ ...setup, ci: { program: 'npx specdrift', installs: true, folder: '' } })
  const workflow = load(files.find(({ path }) => path.endsWith('.yml'))?.text ?? '')
  const names = { SHOP_BASE_URL: expect.stringContaining('vars.SHOP_BASE_URL') }
  expect(workflow).toMatchObject({
    jobs: {
      monitor: {
        steps: expect.arrayContaining([
          { name: 'Monitor', run: 'npx specdrift monitor shop', env: names },
          expect.objectContaining({ uses: expect.stringMatching(/^actions\/cache\/save@/), if: 'always()' }),
        ]),
      },
    },
  })
})

it.each([
  ['', 'node_modules/\n.env\n/reports/\n/history/\n'],
  ['dist', 'dist\nnode_modules/\n.env\n/reports/\n/history/\n'],
  ['/reports/*\nhistory\n.env*\n', '/reports/*\nhistory\n.env*\nnode_modules/\n'],
  ['node_modules\nreports/\n/.env\nhistory/', undefined],
])('adds to a .gitignore %j what it lacks', (text, expected) => expect(withIgnored(text)).toBe(expected))
