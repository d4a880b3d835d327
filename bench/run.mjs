// `npm run bench -- <name>`: see README.md for what each prints.
const benches = {
  diff: async (words) => (await import('./diff.mjs')).diff(words),
  sweep: async (words) => (await import('./sweep.mjs')).sweep(words),
  start: async () => (await import('./start.mjs')).start(),
}

const [name = '', ...words] = process.argv.slice(2)
if (!Object.hasOwn(benches, name)) {
  process.stderr.write(`usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`)
  process.exitCode = 2
} else await benches[name](words)
