// Prefect in a virtual environment, with sample data created by its Python client: a completed flow, a deployment, a variable, …
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startServer } from './server.mjs'

/** Newer releases of FastAPI removed an argument that Prefect 3.8.8 passes. */
const packages = ['prefect==3.8.8', 'fastapi==0.139.2', 'starlette==1.10.0']

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const python = join(folder, 'venv', 'bin', 'python')
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: 'inherit' })
  }
  const port = await freePort()
  const root = `http://127.0.0.1:${port}`
  const baseUrl = `${root}/api`
  const env = {
    PREFECT_HOME: join(folder, `home-${port}`),
    PREFECT_API_URL: baseUrl,
    PREFECT_SERVER_ANALYTICS_ENABLED: 'false',
    DO_NOT_TRACK: '1',
  }
  const { close } = await startServer(
    join(folder, 'venv', 'bin', 'prefect'),
    ['server', 'start', '--host', '127.0.0.1', '--port', String(port), '--no-services'],
    { url: `${baseUrl}/health`, env },
  )
  execFileSync(python, [join(import.meta.dirname, 'prefect-data.py')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(`${root}/openapi.json`)).text())
  return { baseUrl, description, url: `${root}/openapi.json`, close }
}
