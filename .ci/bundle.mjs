// Bundles the command line and the library over what tsc built of them: some hundred modules take longer to find than to
// run. What is imported lazily stays lazy. The licences of what is bundled are in dist/THIRD-PARTY-NOTICES.txt.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = new URL('../', import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
/** On the way of every diff or every call. The others are loaded by few commands, or find files of their own. */
const bundled = [
  'ajv',
  'ajv-formats',
  'commander',
  'content-type',
  'fastest-levenshtein',
  'js-yaml',
  're2js',
  'undici',
  'zod',
]
const outside = Object.keys(dependencies).filter((name) => !bundled.includes(name))
const entries = [
  ...[
    'cli',
    'index',
    'consumers-entry',
    'suite/index',
    'suite/thread-entry',
    'run/proxy/checker-thread',
    'run/traffic/check-thread',
    'suite/findings-reporter',
  ],
  ...['suite/matchers/index', 'suite/matchers/vitest', 'suite/matchers/node-test', 'suite/matchers/worker'],
]

const program = {
  cwd: fileURLToPath(root),
  input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  resolve: { alias: { undici$: fileURLToPath(new URL('.ci/undici.mjs', root)) } },
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
}
// One level down, so that what is resolved beside a module is where it is for the modules tsc wrote.
const output = { dir: 'dist', format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'bin/[name].js' }

rmSync(new URL('dist/bin', root), { recursive: true, force: true })
const { output: chunks } = await build({ ...program, output, write: false, logLevel: 'silent' })
// What every command loads is in two files, of which suites load one: each file takes a third of a millisecond to find.
const [ofCli, ofSuites] = [modulesBefore('bin/program'), modulesBefore('suite/thread-entry')]
const groups = [
  { name: 'shared', test: (id) => ofCli.has(id) && ofSuites.has(id) },
  { name: 'start', test: (id) => ofCli.has(id) && !ofSuites.has(id) },
]
// What one command loads late another may load at its start.
const checks = { ineffectiveDynamicImport: false }
const { output: written } = await build({ ...program, checks, output: { ...output, codeSplitting: { groups } } })
// Jest loads no ES module on Node 20 and 22.
await build({
  cwd: fileURLToPath(root),
  input: { jest: 'src/suite/matchers/jest.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs' },
})
writeFileSync(
  new URL('dist/jest.d.cts', root),
  `import type { CheckOptions, ContractMatchers, MatcherResult } from './suite/matchers/public-types.js' with { 'resolution-mode': 'import' }

/** The matcher for \`expect.extend({ toMatchContract })\` of Jest, in CommonJS and in ES modules. */
export declare function toMatchContract(
  this: { readonly currentTestName?: string } | undefined,
  response: unknown,
  operation?: string,
  options?: CheckOptions,
): MatcherResult | Promise<MatcherResult>

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends ContractMatchers<Promise<R>> {}
  }
}
`,
)
writeFileSync(
  new URL('dist/THIRD-PARTY-NOTICES.txt', root),
  notices(written.flatMap(({ moduleIds = [] }) => moduleIds)),
)

/** The modules that are loaded before an entry. Itself it may wait at its top level, so nothing that others import may share its file. */
function modulesBefore(entry) {
  const found = new Set()
  const open = [`${entry}.js`]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (chunk === undefined || found.has(chunk)) continue
    found.add(chunk)
    open.push(...chunk.imports)
  }
  return new Set([...found].flatMap(({ moduleIds, facadeModuleId }) => moduleIds.filter((id) => id !== facadeModuleId)))
}

function notices(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id) ?? []))
  return [...folders].sort().map(notice).join('\n')
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${name} is bundled and has no licence file.`)
  return `${name} ${version} (${license})\n\n${readFileSync(folder + file, 'utf8').trim()}\n`
}
