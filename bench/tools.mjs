// The measured tools: specdrift, the floor, and the available peers.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { home, root } from './cache.mjs'

export const cli = join(root, 'dist', 'cli.js')

/** Memory limit in MB of a Node process; a soft limit for Go. */
export const memoryLimit = 4096

/** Only reads and parses both files: no Node tool can be faster. */
export const floor = {
  name: 'floor',
  command: (base, revision) => [
    process.execPath,
    '-e',
    'for (const file of process.argv.slice(1)) JSON.parse(fs.readFileSync(file, "utf8"))',
    base,
    revision,
  ],
}

/** The built specdrift of this project. */
export const specdrift = toolOf('specdrift', cli)

/** Another build of specdrift, by its command-line file. */
export function build(file) {
  if (!existsSync(file)) throw new Error(`nothing at ${file}: build that version first`)
  return toolOf(`specdrift at ${file}`, resolve(file))
}

function toolOf(name, file) {
  return {
    name,
    command: (base, revision) => [process.execPath, file, 'diff', base, revision, '--format', 'json'],
    count: (stdout) => {
      const { findings } = JSON.parse(stdout)
      return { findings: findings.length, breaking: findings.filter(({ verdict }) => verdict === 'breaking').length }
    },
  }
}

/** Throws if specdrift isn't built. */
export function checkBuilt() {
  if (!existsSync(cli)) throw new Error(`nothing at ${cli}: run npm run build first`)
}

/** Returns the available peers as `{ name, command, count }`, and the names of the missing ones. */
export function findPeers() {
  const found = ['openapi-diff', 'api-smart-diff']
    .filter((name) => existsSync(join(home, 'node_modules', name)))
    .map(nodePeer)
  const oasdiff = oasdiffPeer()
  if (oasdiff !== undefined) found.push(oasdiff)
  const names = found.map(({ name }) => name.split(' ')[0])
  return {
    peers: found,
    missing: ['openapi-diff', 'api-smart-diff', 'oasdiff'].filter((name) => !names.includes(name)),
  }
}

function nodePeer(name) {
  const { version } = JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8'))
  return {
    name: `${name} ${version}`,
    command: (base, revision) => [
      process.execPath,
      `--max-old-space-size=${memoryLimit}`,
      join(home, 'peers', `${name}.mjs`),
      base,
      revision,
    ],
    count: JSON.parse,
  }
}

function oasdiffPeer() {
  let printed
  try {
    printed = execFileSync('oasdiff', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
  return {
    name: `oasdiff ${oasdiffVersion() ?? printed.trim().split(' ').at(-1)}`,
    env: { GOMEMLIMIT: `${memoryLimit}MiB` },
    command: (base, revision) => ['oasdiff', 'changelog', '--format', 'json', base, revision],
    // Levels of oasdiff: 3 error, 2 warning, 1 info.
    count: (stdout) => {
      const findings = JSON.parse(stdout)
      return { findings: findings.length, breaking: findings.filter(({ level }) => level === 3).length }
    },
  }
}

/** A binary from `go install` reports its version as `main`, so read its build information. */
function oasdiffVersion() {
  try {
    const path = execFileSync('sh', ['-c', 'command -v oasdiff'], { encoding: 'utf8' }).trim()
    return /^\s*mod\s+\S+\s+(v\S+)/m.exec(execFileSync('go', ['version', '-m', path], { encoding: 'utf8' }))?.[1]
  } catch {
    // Without Go, use the binary's own version.
    return undefined
  }
}
