// Runs `npm run bench -- <name>`. README.md describes the output of each benchmark.
const benches = {
  capture: async () => (await import('./capture.mjs')).capture(),
  check: async (words) => (await import('./check.mjs')).check(words),
  diff: async (words) => (await import('./diff.mjs')).diff(words),
  sweep: async (words) => (await import('./sweep.mjs')).sweep(words),
  firefox: async () => (await import('./firefox.mjs')).firefox(),
  generate: async (words) => (await import('./generate.mjs')).generate(words),
  live: async () => (await import('./live.mjs')).live(),
  pact: async () => (await import('./pact.mjs')).pact(),
  proxy: async () => (await import('./proxy.mjs')).proxy(),
  report: async (words) => {
    if (words[0] !== 'site') await (await import('./report.mjs')).report()
    await (await import('./site.mjs')).site()
  },
  remembered: async (words) => (await import('./remembered.mjs')).remembered(words),
  start: async () => (await import('./start.mjs')).start(),
  sandbox: async () => (await import('./sandbox.mjs')).sandbox(),
  validate: async () => (await import('./validate.mjs')).validate(),
}

const [name = '', ...words] = process.argv.slice(2)
if (!Object.hasOwn(benches, name)) {
  process.stderr.write(`usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`)
  process.exitCode = 2
} else await benches[name](words)
