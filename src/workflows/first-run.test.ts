import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ciTools, withoutCiTools } from '../testing/cli/ci-tools.ts'
import { packedArchive } from '../testing/cli/packed-archive.ts'
import { openTerminal, type Terminal } from '../testing/cli/terminal.ts'
import { isShown, normalized, type Step, stepsOf } from '../testing/cli/transcript.ts'
import { inFull } from '../testing/runs.ts'
import { listen } from '../testing/servers/loopback.ts'
import { type RegistryStandIn, startRegistry } from '../testing/servers/registry-stand-in.ts'

const root = resolve(import.meta.dirname, '../..')
const steps = stepsOf(readFileSync(join(root, 'docs/getting-started.md'), 'utf8'))

let folder = ''
let registry: RegistryStandIn
const terminals = new Map<string, Terminal>()
/** Ports used on the page and in this run. */
const ports = new Map<string, string>()

/** Environment with only Node: an empty home folder, and a registry with our packed package. */
beforeAll(async () => {
  if (withoutCiTools) return
  folder = await mkdtemp(join(tmpdir(), 'specdrift-first-run-'))
  await mkdir(join(folder, 'home'))
  const isInstalled = inFull(false, true)
  registry = await startRegistry([root, ciTools.folder], (await packedArchive()).file, !isInstalled)
  // Dependencies are resolved from the folder above; packed.test.ts tests a real installation.
  if (isInstalled) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const port of ['3000', '9000']) ports.set(port, String(await freePort()))
}, 300_000)
afterAll(async () => {
  if (withoutCiTools) return
  for (const terminal of terminals.values()) await terminal.close()
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((done) => server.close(done))
  return port
}

/** Text with the ports of this run, or with those of the page again. */
function withPorts(text: string, direction: 'of the run' | 'of the page'): string {
  return [...ports].reduce((all, [page, run]) => {
    const [from, to] = direction === 'of the run' ? [page, run] : [run, page]
    return all.replace(new RegExp(`\\b${from}\\b`, 'g'), to)
  }, text)
}

function terminalOf(name: string): Terminal {
  const found = terminals.get(name)
  if (found !== undefined) return found
  const opened = openTerminal(folder, {
    PATH: process.env.PATH ?? '',
    HOME: join(folder, 'home'),
    LANG: 'C.UTF-8',
    npm_config_registry: registry.url,
    // Installed without dependencies, so the page's server resolves them here.
    NODE_PATH: inFull('', ciTools.packages),
  })
  terminals.set(name, opened)
  return opened
}

const started = new Set<string>()

/** Executes a step. Returns the documented and the actual output. */
async function take(step: Step): Promise<readonly [string, string]> {
  if (step.kind === 'file') {
    await writeFile(join(folder, 'todo', step.path), withPorts(step.text, 'of the run'))
    return ['', '']
  }
  const terminal = terminalOf(step.terminal)
  if (step.kind === 'shows') {
    const isThere = (output: string) => isShown(step.output, withPorts(output, 'of the page'))
    return [step.output, withPorts(await terminal.shows(isThere), 'of the page')]
  }
  const command = withPorts(step.command, 'of the run')
  if (started.delete(step.terminal)) await terminal.stop()
  if (step.kind === 'command') return [step.output, withPorts(await terminal.run(command), 'of the page')]
  await terminal.start(command)
  started.add(step.terminal)
  const output = await terminal.shows((text) => isShown(step.output, withPorts(text, 'of the page')))
  return [step.output, withPorts(output, 'of the page')]
}

describe.skipIf(withoutCiTools)('docs/getting-started.md, on a machine with Node only', () => {
  it('installs, sets up, runs clean, finds drift, notifies, and reports the fix', async () => {
    const kinds = steps.map(({ kind }) => kind)
    expect([kinds.filter((kind) => kind === 'server').length, kinds.includes('file')]).toEqual([4, true])
    for (const step of steps) {
      const [shown, output] = await take(step)
      if (!isShown(shown, output)) expect(normalized(output)).toBe(normalized(shown))
    }
  }, 300_000)

  it('detects different output', () => {
    expect(isShown('1 new\n…\nend', '1 new\nmore\nend\n')).toBe(true)
    expect(isShown('1 new\n…\nend', '2 new\nmore\nend\n')).toBe(false)
    expect(isShown('took 1.5 s on 2026-11-22', 'took 3 s on 2027-01-01')).toBe(true)
  })
})
