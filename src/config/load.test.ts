import { describe, expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { loadConfig } from './load.ts'

const load = (files: Readonly<Record<string, string>>, file?: string) =>
  inFolder(
    // The nearest package.json, possibly in a parent folder, determines the module type of a .js file.
    Object.entries({ 'package.json': '{}', ...files }).map(([name, content]) => ({ name, content })),
    (folder) => loadConfig(folder, file),
  )

describe('loadConfig', () => {
  it('needs no file: every folder below specs/ is an API', async () => {
    expect(await load({ 'specs/b/snapshots.json': '', 'specs/a/snapshots.json': '', 'specs/README.md': '' })).toEqual({
      apis: { a: { suites: 'suites/a/*.suite.ts' }, b: { suites: 'suites/b/*.suite.ts' } },
      policy: 'compat',
      rules: {},
      failOn: 'error',
      specsDir: 'specs',
      reportsDir: 'reports',
      historyDir: 'history',
      usesDir: 'uses',
      notify: [],
    })
  })

  it.each([
    ['specdrift.config.json', '{ "policy": "strict", "apis": { "shop": {} } }'],
    ['specdrift.config.yaml', 'policy: strict\napis: { shop: {} }\n'],
    ['specdrift.config.yml', '$schema: x.json\npolicy: strict\napis: { shop: {} }\n'],
    ['specdrift.config.js', "module.exports = { policy: 'strict', apis: { shop: {} } }\n"],
    ['specdrift.config.json', '\uFEFF{ "policy": "strict", "apis": { "shop": {} } }'],
    ['specdrift.config.cjs', "module.exports = { policy: 'strict', apis: { shop: {} } }\n"],
    ['specdrift.config.js', "exports.default = { policy: 'strict', apis: { shop: {} } }\n"],
    ['specdrift.config.mjs', "export default { policy: 'strict', apis: { shop: {} } }\n"],
    ['specdrift.config.ts', "const policy: string = 'strict'\nexport default { policy, apis: { shop: {} } }\n"],
    [
      'specdrift.config.ts',
      "import { defineConfig } from 'specdrift'\nexport default defineConfig({ policy: 'strict', apis: { shop: {} } })\n",
    ],
  ])('reads %s', async (name, content) => {
    const config = await load({ [name]: content })
    expect(config).toMatchObject({ file: name, policy: 'strict', apis: { shop: { suites: 'suites/shop/*.suite.ts' } } })
  })

  it('loads the given file', async () => {
    const files = { 'specdrift.config.json': '{ "policy": "compat" }', 'ci/other.json': '{ "policy": "strict" }' }
    expect((await load(files, 'ci/other.json')).policy).toBe('strict')
  })

  it.each([
    ['an unknown key', '{ "polcy": "strict" }', 'unknown key polcy (did you mean policy?)'],
    [
      'an unknown nested key',
      '{ "apis": { "a": { "targt": {} } } }',
      'unknown key apis.a.targt (did you mean target?)',
    ],
    ['a wrong value', '{ "failOn": "eror" }', 'failOn: must be error, warning, info, never (did you mean error?)'],
    ['a value of another type', '{ "specsDir": 1 }', 'specsDir: expected string, received number'],
    [
      'an unknown kind of credential',
      '{ "apis": { "a": { "auth": [{ "type": "beerer", "env": "X" }] } } }',
      'apis.a.auth.0.type: must be bearer, apiKey, basic, oauth2, custom (did you mean bearer?)',
    ],
    [
      'a mistyped key instead of the right one',
      '{ "apis": { "a": { "auth": [{ "type": "bearer", "enf": "X" }] } } }',
      'unknown key apis.a.auth.0.enf (did you mean env?)',
    ],
    [
      'a key that is missing',
      '{ "apis": { "a": { "auth": [{ "type": "bearer" }] } } }',
      'apis.a.auth.0.env: is missing',
    ],
    [
      'a mistyped key of one of two shapes',
      '{ "apis": { "a": { "target": { "rateLimit": [{ "perSecnd": 1 }] } } } }',
      'unknown key apis.a.target.rateLimit.0.perSecnd (did you mean perSecond?)',
    ],
    [
      'a secret instead of a name',
      '{ "apis": { "a": { "auth": [{ "prefix": "/", "type": "bearer", "env": "s3cr3t-token" }] } } }',
      'environment variable',
    ],
    ['a URL that is none', '{ "apis": { "a": { "target": { "baseUrl": "ftp://x" } } } }', 'apis.a.target.baseUrl: '],
    ['an API name that is a path', '{ "apis": { "../a": {} } }', 'apis'],
    [
      'a key of another location',
      '{ "apis": { "shop": { "baseUrl": "https://x.example" } } }',
      'unknown key apis.shop.baseUrl (did you mean apis.shop.target.baseUrl?)',
    ],
    [
      'a key of the top level',
      '{ "apis": { "shop": { "rules": {} } } }',
      'unknown key apis.shop.rules (did you mean rules at the top level?)',
    ],
    [
      'a mistyped key of another location',
      '{ "apis": { "shop": { "polcy": "strict" } } }',
      'unknown key apis.shop.polcy (did you mean policy at the top level?)',
    ],
    ['a key of nowhere', '{ "apis": { "shop": { "colour": 1 } } }', 'unknown key apis.shop.colour.'],
    [
      'a mistyped severity',
      '{ "rules": { "x": "eror" } }',
      'rules.x: must be error, warning, info, off, a list (did you',
    ],
    [
      'a mistyped key of a rule',
      '{ "rules": { "x": [{ "severty": "off" }] } }',
      'rules.x.0.severty (did you mean severity',
    ],
    ['neither of two types', '{ "apis": { "a": { "target": { "proxy": true } } } }', 'proxy: must be a string, false.'],
    ['a number for an object', '{ "apis": { "a": { "target": { "rateLimit": 5 } } } }', 'must be an object, a list.'],
    ['a name that is no folder', '{ "apis": { "a/b": {} } }', 'apis.a/b: must be a plain folder name'],
    ['an address without scheme', '{ "apis": { "a": { "target": { "baseUrl": "x.y" } } } }', 'an http or https URL'],
    ['broken JSON', '{', 'could not be read'],
    ['a list', '[]', 'the config: '],
  ])('refuses %s', async (_what, content, message) => {
    await expect(load({ 'specdrift.config.json': content })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(message),
    })
  })

  it.each([
    ['specdrift.config.ts', '', 'has no default export'],
    ['specdrift.config.ts', "export const config = { policy: 'strict' }\n", 'has no default export'],
    ['specdrift.config.mjs', 'const config = {}\n', 'has no default export'],
    ['specdrift.config.ts', 'export default {\n  failOn: 1,,\n}\n', 'Unexpected token at 2:12'],
  ])('refuses a %s that says nothing: %j', async (name, content, message) => {
    await expect(load({ [name]: content })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(message),
    })
  })

  it('does not repeat a secret written in place of a variable name', async () => {
    const content = '{ "apis": { "a": { "auth": [{ "prefix": "/", "type": "bearer", "env": "s3cr3t-token" }] } } }'
    await expect(load({ 'specdrift.config.json': content })).rejects.toMatchObject({
      message: expect.not.stringContaining('s3cr3t'),
    })
  })

  it('reports a missing file and a config that throws', async () => {
    await expect(load({}, 'nowhere.json')).rejects.toMatchObject({ code: 'CONFIG_NOT_FOUND' })
    await expect(load({}, 'nowhere.ts')).rejects.toMatchObject({ code: 'CONFIG_NOT_FOUND' })
    await expect(load({ 'specdrift.config.mjs': 'throw new Error("no luck")' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('no luck'),
    })
  })
})
