// Jupyter Server in a virtual environment, with sample data created through its API: a notebook with a checkpoint, a session, a terminal.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const python = join(folder, 'venv', 'bin', 'python')
  if (!existsSync(python)) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'jupyter_server', 'ipykernel'], { stdio: 'inherit' })
  }
  const port = await freePort()
  const notebooks = join(folder, `notebooks-${port}`)
  await mkdir(notebooks, { recursive: true })
  const notebook = { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 }
  await writeFile(join(notebooks, 'first.ipynb'), JSON.stringify(notebook))
  const baseUrl = `http://127.0.0.1:${port}`
  const { close } = await startServer(
    python,
    [
      '-m',
      'jupyter_server',
      '--no-browser',
      '--allow-root',
      `--port=${port}`,
      '--ip=127.0.0.1',
      `--ServerApp.root_dir=${notebooks}`,
      '--IdentityProvider.token=',
      '--ServerApp.password=',
      '--ServerApp.disable_check_xsrf=True',
    ],
    {
      url: `${baseUrl}/api/status`,
      env: { JUPYTER_CONFIG_DIR: join(folder, 'config'), JUPYTER_DATA_DIR: join(folder, 'data') },
    },
  )
  const kernel = { name: 'python3' }
  await send('POST', `${baseUrl}/api/sessions`, { path: 'first.ipynb', name: 'first', type: 'notebook', kernel })
  await send('POST', `${baseUrl}/api/contents/first.ipynb/checkpoints`)
  await send('POST', `${baseUrl}/api/terminals`)
  const find =
    "import jupyter_server, pathlib; print(pathlib.Path(jupyter_server.__file__).parent / 'services/api/api.yaml')"
  return { baseUrl, description: execFileSync(python, ['-c', find], { encoding: 'utf8' }).trim(), close }
}
