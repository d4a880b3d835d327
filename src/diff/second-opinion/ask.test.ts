import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadDocument } from '../../description/reading/load.ts'
import type { Document } from '../../model/document.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { type AskOptions, askOpenapiDiff } from './ask.ts'

const load = (version = '3.0.3', extra: object = {}): Promise<Document> =>
  loadDocument({
    name: 'a.json',
    content: JSON.stringify({ openapi: version, info: { title: 'a', version: '1' }, paths: {}, ...extra }),
  })

/** Installs a fake package whose `diffSpecs` has the given body, and calls it. */
function ask(body: string, options: Partial<AskOptions> = {}, pair: readonly Document[] = []): Promise<unknown> {
  const files = [
    { name: 'package.json', content: '{}' },
    { name: 'node_modules/openapi-diff/package.json', content: '{ "name": "openapi-diff", "main": "main.js" }' },
    { name: 'node_modules/openapi-diff/main.js', content: `exports.diffSpecs = async (specs) => { ${body} }` },
  ]
  return inFolder(files, async (cwd) => {
    const [base = await load(), revision = base] = pair
    return askOpenapiDiff(base, revision, { from: [join(cwd, 'package.json')], ...options })
  })
}

it('returns the locations it reports as breaking', async () => {
  const at = (location: string) => ({
    code: 'c',
    sourceSpecEntityDetails: [],
    destinationSpecEntityDetails: [{ location }],
  })
  const locations = ['paths./a.b/{id}.get.responses.200', 'paths./a.b/{id}', 'paths./a.parameters.0', 'servers']
  const opinion = await ask(`return { breakingDifferences: ${JSON.stringify(locations.map(at))} }`)
  expect(opinion).toMatchObject({
    breaking: [{ operation: 'GET /a.b/{id}' }, { operation: '/a.b/{id}' }, { operation: '/a' }, { operation: '' }],
  })
})

it('passes both descriptions and no environment', async () => {
  const body = `throw new Error([specs.sourceSpec, specs.destinationSpec].map((each) =>
    each.format + JSON.parse(each.content).info.version) + process.env.HOME)`
  expect(await ask(body)).toEqual({
    tool: 'openapi-diff',
    silent: 'it refused: openapi31,openapi31undefined',
    refused: true,
  })
})

it.each([
  ['process.exit(3)', {}, /^it crashed: /],
  ['process.stdout.write("oops"); return {}', {}, /^its output could not be read$/],
  ['for (;;);', { milliseconds: 300 }, /^it did not finish within 0.3 s$/],
  ['const all = []; for (;;) all.push(new Array(1e6).fill({}))', { megabytes: 32 }, /^it ran out of 32 MB of memory$/],
])('reports the failure: %s', async (body, options, because) => {
  expect(await ask(body, options)).toEqual({ tool: 'openapi-diff', silent: expect.stringMatching(because) })
})

it('skips unsupported descriptions and $refs to other files', async () => {
  const silent = (text: string) => ({ silent: expect.stringContaining(text) })
  const started = 'return { breakingDifferences: [] }'
  const newer = await load('3.1.0')
  expect(await ask(started, {}, [await load(), newer])).toMatchObject(silent('not 3.0 with 3.1'))
  const outside = await load('3.0.3', { 'x-data': [{ example: { $ref: 'http://169.254.169.254/latest' } }] })
  expect(await ask(started, {}, [outside])).toMatchObject(silent('it would follow the $ref http://169.254.169.254'))
  expect(await ask(started)).toEqual({ tool: 'openapi-diff', breaking: [] })
})

it('explains how to install a missing package', async () => {
  const document = await load()
  const opinion = await inFolder([], (cwd) => askOpenapiDiff(document, document, { from: [join(cwd, 'package.json')] }))
  expect(opinion).toMatchObject({ silent: expect.stringContaining('npm install --save-dev openapi-diff') })
})

it('finds the package installed with specdrift', async () => {
  const document = await load()
  expect(await askOpenapiDiff(document, document)).toEqual({ tool: 'openapi-diff', breaking: [] })
})

it.each([
  [
    'an opinion',
    'return { breakingDifferences: [{ code: "c", sourceSpecEntityDetails: [], destinationSpecEntityDetails: [] }] }',
  ],
  ['its error', 'throw new Error("too large")'],
])('caches %s for the last pair only', async (_what, body) => {
  await inFolder(counting(body), async (cwd) => {
    const [first, second] = [await load(), await load('3.0.2')]
    const options = { from: [join(cwd, 'package.json')], keptIn: join(cwd, 'history/shop.second-opinion.json') }
    const opinion = await askOpenapiDiff(first, first, options)
    expect(await askOpenapiDiff(first, first, options)).toEqual(opinion)
    await askOpenapiDiff(first, second, options)
    await askOpenapiDiff(first, first, options)
    expect(await readFile(join(cwd, 'node_modules/openapi-diff/asked'), 'utf8')).toBe('xxx')
  })
})

it.each([
  ['a timeout', 'for (;;);', { milliseconds: 300 }],
  ['too little memory', 'const all = []; for (;;) all.push(new Array(1e6).fill({}))', { megabytes: 32 }],
  ['a crash', 'process.exit(3)', {}],
  ['a process that the system killed', 'process.kill(process.pid, "SIGKILL"); for (;;);', {}],
  ['output that is cut short', 'process.stdout.write("{"); process.exit(0)', {}],
])('does not cache %s: runs again and caches that opinion', async (_what, body, limits) => {
  await inFolder(counting(body), async (cwd) => {
    const document = await load()
    const options = { from: [join(cwd, 'package.json')], keptIn: join(cwd, 'history/shop.second-opinion.json') }
    expect(await askOpenapiDiff(document, document, { ...options, ...limits })).toHaveProperty('silent')
    for (const { name, content } of counting('return { breakingDifferences: [] }'))
      await writeFile(join(cwd, name), content)
    await writeFile(join(cwd, 'node_modules/openapi-diff/asked'), '')
    for (const _run of [2, 3])
      expect(await askOpenapiDiff(document, document, options)).toEqual({ tool: 'openapi-diff', breaking: [] })
    expect(await readFile(join(cwd, 'node_modules/openapi-diff/asked'), 'utf8')).toBe('x')
  })
})

it('runs again if an earlier version cached a timeout', async () => {
  await inFolder(counting('return { breakingDifferences: [] }'), async (cwd) => {
    const document = await load()
    const keptIn = join(cwd, 'kept.json')
    const options = { from: [join(cwd, 'package.json')], keptIn }
    await askOpenapiDiff(document, document, options)
    const { pair, tool } = JSON.parse(await readFile(keptIn, 'utf8'))
    await writeFile(keptIn, JSON.stringify({ pair, tool, silent: 'it did not finish within 30 s' }))
    expect(await askOpenapiDiff(document, document, options)).toEqual({ tool: 'openapi-diff', breaking: [] })
  })
})

/** A package that counts its calls in a file. */
function counting(body: string) {
  const main = `const { appendFileSync } = require('node:fs')
exports.diffSpecs = async () => { appendFileSync(__dirname + '/asked', 'x'); ${body} }`
  return [
    { name: 'node_modules/openapi-diff/package.json', content: '{ "name": "openapi-diff", "main": "main.js" }' },
    { name: 'node_modules/openapi-diff/main.js', content: main },
  ]
}
