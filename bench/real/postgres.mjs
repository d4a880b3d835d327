// An empty PostgreSQL from Debian (apt-get install postgresql) on a free port. It doesn't run as root.
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServer } from './server.mjs'

const versions = '/usr/lib/postgresql'

/** Starts the server with its data in a temporary folder, which `close` removes. */
export async function startPostgres() {
  const programs = join(versions, readdirSync(versions).at(-1), 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'specdrift-postgres-'))
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const user = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const flags = ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
  execFileSync(join(programs, 'initdb'), flags, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off']
  const command = ['-D', data, '-p', String(port), ...settings]
  const isReady = () => {
    try {
      execFileSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  const { close } = await startServer(join(programs, 'postgres'), command, { isReady, user, cwd: folder })
  return {
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    async close() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
