// A new user's first run against a real server, in an empty folder: node bench/real/first-run.mjs wiremock [installation folder]
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { measure } from '../measure.mjs'

const [name = 'wiremock', cache = join(tmpdir(), 'specdrift-real')] = process.argv.slice(2)
const cli = resolve(import.meta.dirname, '../../dist/cli.js')
const folder = resolve(cache, name)
mkdirSync(folder, { recursive: true })
const { start } = await import(`./${name}.mjs`)
const server = await start(folder)
try {
  const cwd = mkdtempSync(join(tmpdir(), `first-run-${name}-`))
  const init = ['init', '--url', server.url ?? server.description, '--api', name, '--yes']
  if (server.url === undefined) init.push('--base-url', server.baseUrl)
  const { header } = server
  const env = { NO_COLOR: '1', ...(header !== undefined && { BENCH_KEY: header.value }) }
  if (header !== undefined) init.push('--auth', `header:${header.name}:BENCH_KEY`)
  let total = 0
  // Follow doctor's advice for a description with a wrong server address.
  const again = [[...init, '--base-url', server.baseUrl, '--force'], ['doctor']]
  const commands = [init, ['doctor'], ['monitor', name]]
  for (let words = commands.shift(); words !== undefined; words = commands.shift()) {
    const result = await measure([process.execPath, cli, ...words], { timeLimit: 600, cwd, env })
    total += result.wall
    const spent = `exit code ${result.code}, ${result.wall.toFixed(1)} s`
    if (words[0] === 'doctor' && result.code === 2) commands.unshift(...again.splice(0))
    process.stdout.write(`$ specdrift ${words.join(' ')}\n${result.stdout}${result.stderr}[${spent}]\n\n`)
  }
  process.stdout.write(`${name}: ${total.toFixed(1)} s in all, in ${cwd}\n`)
} finally {
  await server.close()
}
