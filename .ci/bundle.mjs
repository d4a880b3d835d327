// Bundles the command line and the library over what tsc built of them: some hundred modules take longer to find than to
// run. What is imported lazily stays lazy. The licences of what is bundled are in dist/THIRD-PARTY-NOTICES.txt.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { runner, runnerFacts, runnerOutput } from './bundle-runner.mjs'
import { byLoader, lateRequires } from './chunk-code.mjs'
import { withConstants } from './chunk-imports.mjs'

const root = new URL('../', import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
/** On the way of every diff or every call. The others are loaded by few commands, or find files of their own. */
const bundled = [
  'ajv',
  'ajv-formats',
  'commander',
  'content-type',
  'fast-xml-parser',
  'fastest-levenshtein',
  'js-yaml',
  'pino',
  'preact',
  'preact-render-to-string',
  'proper-lockfile',
  're2js',
  'undici',
  'zod',
]
const outside = Object.keys(dependencies).filter((name) => !bundled.includes(name))
/** What is loaded by a name of its own: its chunk. Threads are started by `<chunk>.start.cjs`. */
const threads = {
  'suite-thread': 'src/suite/thread-entry.ts',
  'proxy-thread': 'src/run/proxy/checker-thread.ts',
  'check-thread': 'src/run/traffic/check-thread.ts',
}
/** What is imported: ES modules, each over its chunk, so that a suite and the thread that runs it share what they load. */
const library = [
  ...['index', 'consumers-entry', 'suite/index', 'suite/findings-reporter', 'testing/index'],
  ...['suite/matchers/index', 'suite/matchers/vitest', 'suite/matchers/node-test', 'suite/matchers/worker'],
]
const esmOnly = /^vitest(\/|$)/
const chunkOf = (entry) => entry.replaceAll('/', '-')

const node = { cwd: fileURLToPath(root), platform: 'node', tsconfig: 'tsconfig.build.json' }
const program = {
  ...node,
  input: {
    program: 'src/program.ts',
    ...threads,
    ...Object.fromEntries(library.map((entry) => [chunkOf(entry), `src/${entry}.ts`])),
  },
  resolve: { alias: { undici$: fileURLToPath(new URL('.ci/undici.mjs', root)) } },
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
}
// CommonJS, whose compiled code can be kept between runs on every Node. One level down, so that what is resolved beside a module
// is where it is for the modules tsc wrote.
const output = {
  dir: 'dist/bin',
  format: 'cjs',
  // A default export alone would be the module itself.
  exports: 'named',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  strict: true,
  comments: false,
}

rmSync(new URL('dist/bin', root), { recursive: true, force: true })
const { output: chunks } = await build({ ...program, output, write: false, logLevel: 'silent' })
// What every command loads is in two files, of which suites load one: each file takes a third of a millisecond to find.
const [ofCli, ofSuites] = [modulesBefore('program'), modulesBefore('suite-thread')]
const groups = [
  { name: 'shared', test: (id) => ofCli.has(id) && ofSuites.has(id) },
  { name: 'start', test: (id) => ofCli.has(id) && !ofSuites.has(id) },
]
// What one command loads late another may load at its start. On a busy machine a build would print what took how long.
const checks = { ineffectiveDynamicImport: false, pluginTimings: false }
const { output: written } = await build({
  ...program,
  plugins: [
    {
      name: 'chunk-code',
      renderChunk: (code) => lateRequires(byLoader(code)),
      generateBundle(_, bundle) {
        const codes = Object.values(bundle).map(({ fileName, code }) => [fileName, code])
        for (const [file, code] of withConstants(new Map(codes))) bundle[file].code = code
      },
    },
  ],
  checks,
  output: { ...output, codeSplitting: { groups } },
})
const { output: ofRunner } = await build({ ...node, ...runner, output: { ...output, ...runnerOutput } })
for (const entry of library) writeFileSync(new URL(`dist/${entry}.js`, root), facade(entry))
// What loads chunks is in a file of its own for threads, beside `cli.cjs`, which loads nothing else to print the version.
const hash = createHash('sha256')
for (const { fileName, code } of [...written, ...ofRunner]) hash.update(`${fileName}\0${code}\0`)
const define = {
  buildHash: JSON.stringify(hash.digest('hex').slice(0, 16)),
  runnerFacts: JSON.stringify(runnerFacts),
}
const loader = {
  ...node,
  transform: { define },
  plugins: [{ name: 'chunk-code', renderChunk: (code) => lateRequires(code) }],
  checks,
}
await build({ ...loader, input: 'src/cli.ts', output: { file: 'dist/cli.cjs', format: 'cjs', strict: true } })
await build({
  ...loader,
  input: 'src/start/chunks.ts',
  output: { file: 'dist/bin/load.cjs', format: 'cjs', strict: true },
})
for (const chunk of Object.keys(threads)) writeFileSync(new URL(`dist/bin/${chunk}.start.cjs`, root), starter(chunk))
// Jest loads no ES module on Node 20 and 22.
await build({
  cwd: fileURLToPath(root),
  input: { 'jest-matcher': 'src/suite/matchers/jest.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', strict: true },
})
// An ES module that imports CommonJS finds its names by reading it, those of bundled libraries among them.
writeFileSync(
  new URL('dist/jest.cjs', root),
  "'use strict'\nconst { toMatchContract } = require('./jest-matcher.cjs')\nexports.toMatchContract = toMatchContract\n",
)
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
  notices([...written, ...ofRunner].flatMap(({ moduleIds = [] }) => moduleIds)),
)

/** The modules that are loaded before an entry, without itself: what it does when it is loaded is for who starts it. */
function modulesBefore(entry) {
  const found = new Set()
  const open = [`${entry}.cjs`]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (chunk === undefined || found.has(chunk)) continue
    found.add(chunk)
    open.push(...chunk.imports)
  }
  return new Set([...found].flatMap(({ moduleIds, facadeModuleId }) => moduleIds.filter((id) => id !== facadeModuleId)))
}

/** Named exports of a CommonJS file are not what Node finds in its text, so each is written down. */
function facade(entry) {
  const chunk = chunkOf(entry)
  const bin = `${'../'.repeat(entry.split('/').length - 1) || './'}bin`
  const { exports } = chunkNamed(`${chunk}.cjs`)
  const names = exports.filter((name) => name !== 'default')
  const given = esmOnlyOf(chunk)
  return [
    ...(given.length > 0
      ? [
          `import { createRequire } from 'node:module'`,
          ...given.map((name, at) => `import * as given${at} from '${name}'`),
          `const { loadChunk } = createRequire(import.meta.url)('${bin}/load.cjs')`,
          `const chunk = loadChunk('${chunk}.cjs', { ${given.map((name, at) => `'${name}': given${at}`).join(', ')} })`,
        ]
      : [`import chunk from '${bin}/${chunk}.cjs'`]),
    ...(names.length > 0 ? [`export const { ${names.join(', ')} } = chunk`] : []),
    ...(exports.includes('default') ? ['export default chunk.default'] : []),
    '',
  ].join('\n')
}

/** What a thread is started with. */
function starter(chunk) {
  return `require('./load.cjs').startChunk('${chunk}.cjs', '${chunk}', ${JSON.stringify(esmOnlyOf(chunk))})\n`
}

/** What a chunk requires at its start that is no CommonJS: it is imported before. */
function esmOnlyOf(chunk) {
  const found = new Set()
  const open = [`${chunk}.cjs`]
  for (const name of open) {
    for (const id of chunkNamed(name)?.imports ?? []) if (!open.includes(id)) open.push(id)
    if (esmOnly.test(name)) found.add(name)
  }
  return [...found].sort()
}

function chunkNamed(name) {
  return written.find(({ fileName }) => fileName === name)
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
