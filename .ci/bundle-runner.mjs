// Bundles `vitest/node` with Vite and rolldown, for runs where those that are installed are the versions bundled here: more than a hundred
// ES modules take a quarter of a second to find and to compile, and Node 20 keeps no compiled code of an ES module.
import { readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { byLoader, edited, visit } from './chunk-code.mjs'

/** What the loader has to know: the versions that are bundled, and what is not. */
export const runnerFacts = {
  module: 'vitest/node',
  chunk: 'vitest-node.cjs',
  versions: Object.fromEntries(['vitest', 'vite', 'rolldown'].map((name) => [name, versionOf(name)])),
  // Native code, and what Vite loads for style sheets and their configs: taken from beside the Vite that is installed.
  beside: ['lightningcss', 'postcss', 'fsevents', 'jiti'],
}

/** The options of the build. */
export const runner = {
  input: { 'vitest-node': 'vitest/node' },
  external: (id) =>
    id.startsWith('@rolldown/binding-') || runnerFacts.beside.some((name) => id === name || id.startsWith(`${name}/`)),
  // Of what others wrote.
  logLevel: 'silent',
  plugins: [
    {
      name: 'meta',
      transform: (code, id) => (/\.m?js$/.test(id) && code.includes('import.meta') ? located(code, id) : null),
    },
    { name: 'chunk-code', renderChunk: byLoader },
  ],
}

/** How the chunks are written: messages and names are as they were. */
export const runnerOutput = {
  entryFileNames: '[name].cjs',
  chunkFileNames: 'vitest-[name].cjs',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
}

function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
}

/** `import.meta` of a module as it is of the file that is installed. */
function located(code, id) {
  const [, name, path] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/.exec(id.replaceAll('\\', '/')) ?? []
  if (name === undefined) throw new Error(`${id} is of no package.`)
  const edits = []
  visit(parseAst(code), ({ type, start, end }) => {
    if (type === 'MetaProperty' && code.slice(start, end) === 'import.meta')
      edits.push([start, end, `require.meta(${JSON.stringify(name)}, ${JSON.stringify(path)})`])
  })
  return edited(code, edits)
}
