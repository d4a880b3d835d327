// Arize Phoenix (FastAPI, SQLite) in a virtual environment, with a project, a dataset and a prompt.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const python = join(folder, 'venv', 'bin', 'python')
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'arize-phoenix==20.26.1'], { stdio: 'inherit' })
  }
  const [port, grpc] = [await freePort(), await freePort()]
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    PHOENIX_WORKING_DIR: join(folder, `data-${port}`),
    PHOENIX_HOST: '127.0.0.1',
    PHOENIX_PORT: String(port),
    PHOENIX_GRPC_PORT: String(grpc),
    PHOENIX_TELEMETRY_ENABLED: 'false',
  }
  const { close } = await startServer(join(folder, 'venv', 'bin', 'phoenix'), ['serve'], {
    url: `${baseUrl}/openapi.json`,
    env,
  })
  await send('POST', `${baseUrl}/v1/projects`, { name: 'books', description: 'a shop' })
  await send('POST', `${baseUrl}/v1/datasets/upload?sync=true`, {
    ...{ action: 'create', name: 'questions', inputs: [{ q: 'a' }, { q: 'b' }] },
    ...{ outputs: [{ a: '1' }, { a: '2' }], metadata: [{}, {}] },
  })
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(`${baseUrl}/openapi.json`)).text())
  return { baseUrl, description, url: `${baseUrl}/openapi.json`, close }
}
