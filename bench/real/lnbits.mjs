// LNbits (FastAPI, SQLite) in a virtual environment, used as its first user, without a Lightning node.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

/** Newer releases of bitstring have an incompatible interface. */
const packages = ['lnbits==1.6.2', 'bitstring<4.3']

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const python = join(folder, 'venv', 'bin', 'python')
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' })
    for (const each of packages) execFileSync(python, ['-m', 'pip', 'install', '--quiet', each], { stdio: 'inherit' })
  }
  const packed = execFileSync(python, ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'], {
    encoding: 'utf8',
  })
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const data = join(folder, `data-${port}`)
  await mkdir(data, { recursive: true })
  const env = {
    LNBITS_DATA_FOLDER: data,
    LNBITS_EXTENSIONS_PATH: data,
    LNBITS_BACKEND_WALLET_CLASS: 'VoidWallet',
    LNBITS_ADMIN_UI: 'true',
  }
  // LNbits looks for its static files in the working directory.
  const { close } = await startServer(
    join(folder, 'venv', 'bin', 'lnbits'),
    ['--host', '127.0.0.1', '--port', String(port)],
    { url: `${baseUrl}/openapi.json`, env, cwd: packed.trim(), isGroup: true },
  )
  const user = { username: 'admin', password: 'books-and-shops', password_repeat: 'books-and-shops' }
  await send('PUT', `${baseUrl}/api/v1/auth/first_install`, user)
  const { access_token: token } = await (await send('POST', `${baseUrl}/api/v1/auth`, user)).json()
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(`${baseUrl}/openapi.json`)).text())
  const header = { name: 'Authorization', value: `Bearer ${token}` }
  return { baseUrl, description, url: `${baseUrl}/openapi.json`, header, close }
}
