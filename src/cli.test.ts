import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { serverCertificate } from './testing/servers/certificates.ts'
import { servers } from './testing/servers/loopback.ts'

const { started } = servers()
const built = join(import.meta.dirname, '../dist/cli.js')

it('a live command that ends before it runs a suite ends its process too', async () => {
  await access(built).catch(() => {
    throw new Error('the command line is tested as built: npm run build first')
  })
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-cli-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  // Killed, it has no exit code.
  const run = promisify(execFile)(process.execPath, [built, 'test', 'nope'], { cwd, timeout: 120_000 })
  const failure: unknown = await run.catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 2, killed: false, stderr: expect.stringContaining('error: ') })
})

it('has nothing to say on stderr, whichever Node runs it', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [built, '--help'])
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^Usage: specdrift /), ''])
})

it.each(['--version', '-V'])('prints the version: %s', async (flag) => {
  const manifest = await readFile(join(import.meta.dirname, '../package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [built, flag])
  expect([stdout, stderr]).toEqual([`${version}\n`, ''])
})

it('two commands lead from an empty folder to a green report of the sandbox, wherever that is started', async () => {
  const child = spawn(process.execPath, [built, 'sandbox'], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const [output] = await once(child.stdout, 'data')
  const [url = ''] = /http:\S+openapi\.json/.exec(String(output)) ?? []
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-cli-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const cli = (...argv: string[]) => promisify(execFile)(process.execPath, [built, ...argv], { cwd, timeout: 120_000 })
  expect(await cli('init', '--url', url, '--no-workflow', '--yes')).toMatchObject({
    stderr: expect.stringMatching(/^note: credentials required by the description; .*(\n {2}bearer:\S+ .*){2}\n$/),
  })
  const { stdout, stderr } = await cli('monitor')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/\n {2}0 new · 0 open · 0 accepted · 0 fixed\n/)
})

it('a folder called .env is none of its business, the environment goes over a file of that name', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-cli-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const doctor = async (env: Record<string, string>) => {
    const run = promisify(execFile)(process.execPath, [built, 'doctor'], { cwd, env: { ...process.env, ...env } })
    const { stdout = '', stderr = '' } = await run.catch((error: { stdout?: string; stderr?: string }) => error)
    return `${stdout}${stderr}`
  }
  const target = { baseUrlEnv: 'SPECDRIFT_SHOP' }
  await writeFile(join(cwd, 'specdrift.config.json'), JSON.stringify({ apis: { shop: { target } } }))
  await mkdir(join(cwd, '.env'))
  expect(await doctor({})).toContain('SPECDRIFT_SHOP is not set')
  await rm(join(cwd, '.env'), { recursive: true })
  await symlink('.env', join(cwd, '.env'))
  expect(await doctor({})).toMatch(/^✔ node.*warning: \.env cannot be read: ELOOP/s)
  await rm(join(cwd, '.env'))
  await writeFile(join(cwd, '.env'), '\ufeffSPECDRIFT_SHOP=file:///of-the-file\r\n')
  expect(await doctor({})).toContain('SPECDRIFT_SHOP is not an http or https URL')
  expect(await doctor({ SPECDRIFT_SHOP: 'http://127.0.0.1:1' })).toContain('127.0.0.1:1')
})

it('an API over TLS is reached through a proxy', async () => {
  const api = await started(createHttpsServer({ ...serverCertificate }, (_, response) => response.end('{}')))
  const tunnels: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, client) => {
    tunnels.push(url)
    const far = connect(api, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    client.pipe(far).pipe(client)
  })
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-cli-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, 'ca.pem'), serverCertificate.cert)
  const target = {
    baseUrl: `https://127.0.0.1:${api}`,
    proxy: `http://127.0.0.1:${await started(proxy)}`,
    tls: { caFile: 'ca.pem' },
  }
  await writeFile(join(cwd, 'specdrift.config.json'), JSON.stringify({ apis: { shop: { target } } }))
  const doctor = promisify(execFile)(process.execPath, [built, 'doctor'], { cwd, timeout: 120_000 })
  const output: unknown = await doctor.catch((error: unknown) => error)
  expect(output).toMatchObject({ stdout: expect.stringContaining(`✔ target       127.0.0.1:${api} responds`) })
  expect(tunnels).toEqual([`127.0.0.1:${api}`])
})

it('what init writes compiles strictly', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'specdrift-cli-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  const root = join(import.meta.dirname, '..')
  await mkdir(join(cwd, 'node_modules'))
  await symlink(root, join(cwd, 'node_modules/specdrift'))
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
  const start = (program: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [join(root, program), ...words], { cwd }).catch((error: unknown) => error)
  const description = join(root, 'specs/lending/b07.yaml')
  expect(await start('dist/cli.js', 'init', '--file', description, '--api', 'shop', '--no-workflow')).toMatchObject({
    stderr: expect.stringMatching(/^note: credentials required by the description; .*(\n {2}bearer:\S+ .*){2}\n$/),
  })
  expect(await start('dist/cli.js', 'types', '--output', 'suites/shop/api.d.ts')).toMatchObject({
    stderr: 'wrote suites/shop/api.d.ts\n',
  })
  const files = ['specdrift.config.ts', 'suites/shop/all.suite.ts', 'suites/shop/api.d.ts']
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--ignoreConfig', ...files]
  expect(await start('node_modules/typescript/bin/tsc', ...options)).toMatchObject({ stdout: '', stderr: '' })
})

/** The packages that the types of a built file come from, through all files it reaches. */
async function packagesOf(file: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(file)) return []
  seen.add(file)
  const text = await readFile(file, 'utf8')
  const names = Array.from(text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g), ([, name = '']) => name)
  const files = names.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name))
  const deeper = await Promise.all(files.map((each) => packagesOf(each.replace(/\.[jt]s$/, '.d.ts'), seen)))
  return [...names.filter((name) => !name.startsWith('.')), ...deeper.flat()]
}

it('what a config and a suite import needs no types of Node, which a project may not have', async () => {
  for (const entry of ['index.d.ts', 'suite/index.d.ts']) {
    const packages = await packagesOf(join(built, '..', entry))
    expect([entry, packages.filter((name) => name.startsWith('node:') || name === 'undici')]).toEqual([entry, []])
  }
})
