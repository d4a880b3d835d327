import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ciTools, withoutCiTools } from '../testing/cli/ci-tools.ts'
import { inFull } from '../testing/runs.ts'

const root = resolve(import.meta.dirname, '../..')
const page = await readFile(join(root, 'docs/capture.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

let project = ''
let hook: Server
const received: { readonly new: readonly unknown[] }[] = []
const environment: Record<string, string> = {}

/** The files of the page, by the comment that each begins with. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'specdrift-capture-walk-'))
  for (const text of ['yaml', 'js', 'json'].flatMap(blocks)) {
    const [, name] = /^(?:#|\/\/) ([\w.]+)\n/.exec(text) ?? []
    if (name !== undefined) await writeFile(join(project, name), text.slice(text.indexOf('\n') + 1))
  }
  await mkdir(join(project, 'node_modules'))
  await symlink(root, join(project, 'node_modules/specdrift'), 'junction')
  await symlink(join(ciTools.packages, 'express'), join(project, 'node_modules/express'), 'junction')
  hook = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push(JSON.parse(body))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  environment.DRIFT_WEBHOOK_URL = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
  environment.PORT = String(await freePort())
})
afterAll(async () => {
  hook.closeAllConnections()
  await new Promise((done) => hook.close(done))
  await rm(project, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}

let service: ChildProcess | undefined

/** Runs a line of the page; returns its exit code and what it printed. */
async function runLine(
  line: string,
): Promise<{ readonly line: string; readonly code: number; readonly output: string }> {
  if (line.startsWith('npm install')) return { line, code: 0, output: '' }
  const [, settings = '', command = ''] = /^((?:[A-Z]+=\S+ )*)(.*?)(?: &)?$/.exec(line) ?? []
  const env = {
    ...process.env,
    ...environment,
    ...Object.fromEntries(new URLSearchParams(settings.trim().replaceAll(' ', '&'))),
  }
  if (line.endsWith(' &')) {
    service = spawn('sh', ['-c', `exec ${command}`], { cwd: project, env, stdio: 'ignore' })
    while (
      !(await fetch(`http://localhost:${environment.PORT}/`).then(
        () => true,
        () => false,
      ))
    )
      if (service.exitCode !== null) throw new Error(`${line} ended with ${service.exitCode}`)
    return { line, code: 0, output: '' }
  }
  if (line.startsWith('kill')) {
    const ended = service && once(service, 'exit')
    service?.kill('SIGTERM')
    await ended
    return { line, code: 0, output: '' }
  }
  const child = spawn(
    'sh',
    ['-c', command.replace(/^npx specdrift/, `"${process.execPath}" node_modules/specdrift/dist/cli.js`)],
    { cwd: project, env },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { line, code, output }
}

it.skipIf(withoutCiTools || inFull(false, true))(
  'the page leads from a service to an alert, copied as printed',
  async () => {
    const ran: Awaited<ReturnType<typeof runLine>>[] = []
    for (const line of blocks('sh').flatMap((block) => block.trim().split('\n'))) ran.push(await runLine(line))
    const codes = ran
      .filter(({ line }) => line.includes('npx specdrift '))
      .map(({ line, code }) => `${code} ${line.replace(/^.*specdrift (\S+).*$/, '$1')}`)
    expect(codes).toEqual(['0 snapshot', '0 check', '1 check', '1 check', '0 consumers', '0 diff', '1 can-i-remove'])
    const lineOf = (text: string) => ran.filter(({ line }) => line.includes(text)).map(({ output }) => output)
    const [monday] = lineOf('check traffic/monday')
    const [, , checked = '0'] = /(\d+) of (\d+) exchanges checked/.exec(monday ?? '') ?? []
    // A tenth of 10,000, six standard deviations around it.
    expect(Math.abs(Number(checked) - 1000)).toBeLessThan(180)
    expect(lineOf('check traffic/tuesday')[0]).toContain('is "PAUSED", which is not among "OPEN", "CLOSED"')
    expect(received.map((one) => one.new.length)).toEqual([1])
    expect(lineOf('diff openapi.yaml')[0]).toMatch(/header X-Remaining: is gone; hits shop/)
  },
  600_000,
)
