import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { listen } from './loopback.ts'
import { startPglite } from './pglite-server.ts'

const debian = '/usr/lib/postgresql'
const folders = [
  ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
  ...(process.env.PATH ?? '').split(delimiter),
]
const programs = folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))

/** True if PostgreSQL tests are skipped: it is not installed and `REQUIRE_POSTGRES=1` is not set. */
export const withoutPostgres = programs === undefined && process.env.REQUIRE_POSTGRES !== '1'
if (withoutPostgres) process.stderr.write('Tests with a PostgreSQL are skipped: there is none in PATH\n')

/** An empty test database. */
export interface TestDatabase {
  readonly url: string
  /** Must not appear in any output. */
  readonly password: string
  close(): Promise<void>
}

/** A database server that can crash. */
export interface TestServer extends TestDatabase {
  /** Stops the server like `pg_ctl stop -m immediate`. */
  crash(): Promise<void>
  start(): Promise<void>
}

/** Contains characters that a URL must percent-encode. */
export const plantedPassword = 'planted/Password?Hx93'

/** Available databases under test. */
export const databases: readonly (readonly [name: string, start: () => Promise<TestDatabase>])[] = [
  ['PGlite', startOfPglite],
  ...(withoutPostgres ? [] : [['PostgreSQL', startPostgres] as const]),
]

/** Starts the cheapest available database for tests that only use one. A server takes one second of CPU time, PGlite three. */
export const startDatabase = (): Promise<TestDatabase> => (withoutPostgres ? startOfPglite() : startPostgres())

/** Starts PostgreSQL on a free loopback port, as an unprivileged user. */
export async function startPostgres(): Promise<TestServer> {
  if (programs === undefined) throw new Error('REQUIRE_POSTGRES=1, and there are no initdb and postgres in PATH')
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-postgres-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  await writeFile(passwordFile, plantedPassword)
  const user = process.getuid?.() === 0 ? await unprivileged() : undefined
  if (user !== undefined) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid)
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C' } }
  const made = spawn(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'owner', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8', '--locale=C', '-N'],
    { ...options, stdio: 'ignore' },
  )
  if ((await ended(made)) !== 0) throw new Error('initdb failed')
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '200' }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = join(programs, 'postgres')
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const started = spawn(program, ['-D', data, '-p', String(port), ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = started
    await new Promise<void>((resolve, reject) => {
      let log = ''
      started.stderr.on('data', (chunk) => {
        log += chunk
        if (log.includes('ready to accept connections')) resolve()
      })
      started.once('exit', () => reject(new Error(`postgres ended: ${log}`)))
    })
  }
  const stop = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    server?.kill(signal)
    if (server !== undefined) await ended(server)
  }
  await start()
  return {
    url: `postgres://owner:${encodeURIComponent(plantedPassword)}@127.0.0.1:${port}/postgres`,
    password: plantedPassword,
    start,
    crash: () => stop('SIGQUIT'),
    async close() {
      // SIGINT doesn't wait for clients.
      await stop('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startOfPglite(): Promise<TestDatabase> {
  return { ...(await startPglite(plantedPassword)), password: plantedPassword }
}

function ended(child: ChildProcess): Promise<number | null> {
  return child.exitCode !== null ? Promise.resolve(child.exitCode) : new Promise((done) => child.once('exit', done))
}

/** Returns an unprivileged user, because PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ readonly uid: number; readonly gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = ['postgres', 'nobody'].flatMap((name) => lines.filter(([user]) => user === name))[0] ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((done) => server.close(done))
  return port
}
