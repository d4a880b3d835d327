// Bundles the command line and the library, because finding hundreds of modules takes longer than running them. Dynamic
// imports stay lazy. The licenses of bundled packages are written to dist/THIRD-PARTY-NOTICES.txt.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = new URL('../', import.meta.url)
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
/** Packages that every diff or call needs. Few commands need the others, or they load their own files. */
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
const threads = {
  'suite-thread': 'src/suite/thread-entry.ts',
  'proxy-thread': 'src/run/proxy/checker-thread.ts',
  'check-thread': 'src/run/traffic/check-thread.ts',
  'capture-thread': 'src/run/capture/capture-thread.ts',
}
/** Each entry becomes a file in `dist/` that re-exports its bundle. */
const entries = [
  ...[
    'program',
    'index',
    'consumers-entry',
    'capture-entry',
    'suite/index',
    'suite/findings-reporter',
    'testing/index',
  ],
  ...['suite/matchers/index', 'suite/matchers/vitest', 'suite/matchers/node-test', 'suite/matchers/worker'],
]
const chunkOf = (entry) => entry.replaceAll('/', '-')

const node = { cwd: fileURLToPath(root), platform: 'node', tsconfig: 'tsconfig.build.json' }
rmSync(new URL('dist/bin', root), { recursive: true, force: true })
const { output: chunks } = await build({
  ...node,
  input: { ...threads, ...Object.fromEntries(entries.map((entry) => [chunkOf(entry), `src/${entry}.ts`])) },
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
  // One command may load a module lazily and another at its start. Without pluginTimings, slow builds print no timings.
  checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  // One level below dist, like the modules of tsc, so that paths relative to a module stay valid.
  output: { dir: 'dist/bin', entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: false },
})
for (const entry of entries) writeFileSync(new URL(`dist/${entry}.js`, root), facade(entry))
// Jest can't load ES modules on Node 20 and 22.
await build({
  ...node,
  input: { 'jest-matcher': 'src/suite/matchers/jest.ts' },
  output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', strict: true },
})
// Node detects the names that a CommonJS module exports from its source, and would also find those of bundled libraries.
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
writeFileSync(new URL('dist/THIRD-PARTY-NOTICES.txt', root), notices(chunks.flatMap(({ moduleIds = [] }) => moduleIds)))

function facade(entry) {
  const file = `${chunkOf(entry)}.js`
  const from = `${'../'.repeat(entry.split('/').length - 1) || './'}bin/${file}`
  const hasDefault = chunks.find(({ fileName }) => fileName === file).exports.includes('default')
  return `export * from '${from}'\n${hasDefault ? `export { default } from '${from}'\n` : ''}`
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
