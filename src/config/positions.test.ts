import { describe, expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { loadConfig } from './load.ts'

/** Returns the error message for a config with this name and content. */
async function messageOf(name: string, content: string): Promise<string> {
  const files = [
    { name: 'package.json', content: '{}' },
    { name, content },
  ]
  return inFolder(files, (folder) =>
    loadConfig(folder).then(
      () => 'no error',
      (error: Error) => error.message,
    ),
  )
}

describe('config errors have line and column', () => {
  it.each([
    ['specdrift.config.json', '{\n  "policy": "strct",\n  "apis": {}\n}', '2:3: policy: '],
    ['specdrift.config.json', '{\n  "apis": { "a": { "auth": [{}, { "type": "bearer" }] } }\n}', '2:33: '],
    ['specdrift.config.json', '{\r\n  "polcy": 1 }', '2:3: unknown key polcy'],
    ['specdrift.config.json', '[]', '1:1: the config: '],
    [
      'specdrift.config.json',
      '{ "apis": { "a": {\n  "parameters": { "get /items": {} } } } }',
      '2:19: apis.a.parameters.get /items: is neither a parameter name nor an operation',
    ],
    [
      'specdrift.config.json',
      '{ "apis": { "a": {\n  "parameters": { "GET /items": 42 } } } }',
      '2:19: apis.a.parameters.GET /items: must be an object',
    ],
    [
      'specdrift.config.json',
      '{ "apis": { "a": {\n  "never": ["!DELETE /a/**", "DELETE a"] } } }',
      '2:30: apis.a.never.1: must be a method in capitals and a path',
    ],
    [
      'specdrift.config.json',
      '{ "apis": { "a": {\n  "reads": ["DELETE /a/search"] } } }',
      '2:3: apis.a.reads: must be POST operations',
    ],
    ['specdrift.config.yaml', '# a comment\npolicy: strct\n', '2:1: policy: '],
    [
      'specdrift.config.yml',
      'apis:\n  shop:\n    target:\n      baseURL: x\n',
      '4:7: unknown key apis.shop.target.baseURL',
    ],
    ['specdrift.config.mjs', "export default {\n  // policy: 'x'\n  policy: 'strct',\n}\n", '3:3: policy: '],
    ['specdrift.config.cjs', "module.exports = { 'policy': 'strct' }\n", '1:20: policy: '],
    [
      'specdrift.config.ts',
      'export default {\n  apis: { shop: {\n    target: { baseURL: `x` } } },\n}\n',
      '3:15: unknown key',
    ],
    [
      'specdrift.config.ts',
      "import { defineConfig } from 'specdrift'\nconst shop = { target: { baseURL: 'x' } }\nexport default defineConfig({\n  apis: {\n    shop,\n  },\n})\n",
      '5:5: unknown key apis.shop.target.baseURL',
    ],
    ['specdrift.config.ts', "const config = { policy: 'strct' }\nexport default config\n", ': policy: must be'],
  ])('%s %j: %s', async (name, content, expected) => {
    const message = await messageOf(name, content)
    expect(message).toContain(expected.startsWith(':') ? `${name}${expected}` : `${name}:${expected}`)
  })

  it.each([
    ['specdrift.config.json', '{\n  "policy": "strict",\n}', / at 3:1\.$/],
    ['specdrift.config.json', '{\n  "policy"', / at 2:11\.$/],
    ['specdrift.config.yaml', 'policy: strict\n  apis: {}\n', /2:7/],
  ])('%s %j that cannot be parsed', async (name, content, expected) => {
    expect(await messageOf(name, content)).toMatch(expected)
  })
})

it('reports all errors at once, and a mistyped key only once', async () => {
  const content = `policy: strct
failOn: eror
apis:
  shop:
    targt: {}
    auth: [{ type: bearer, enf: X }, { type: bearer }]
`
  const file = 'specdrift.config.yaml'
  expect((await messageOf(file, content)).split('\n')).toEqual([
    `${file}: 5 errors`,
    `  ${file}:1:1: policy: must be compat, strict (did you mean strict?)`,
    `  ${file}:2:1: failOn: must be error, warning, info, never (did you mean error?)`,
    `  ${file}:5:5: unknown key apis.shop.targt (did you mean target?)`,
    `  ${file}:6:28: unknown key apis.shop.auth.0.enf (did you mean env?)`,
    `  ${file}:6:38: apis.shop.auth.1.env: is missing.`,
  ])
})
