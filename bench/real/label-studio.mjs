// Label Studio (Django) in a virtual environment, with sample data created through its API: a project with two tasks and an annotation.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

const token = '0123456789abcdef0123456789abcdef01234567'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const program = join(folder, 'venv', 'bin', 'label-studio')
  if (!existsSync(program)) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: ['ignore', 2, 2] })
    execFileSync(join(folder, 'venv', 'bin', 'pip'), ['install', '--quiet', 'label-studio==1.23.2'], {
      stdio: ['ignore', 2, 2],
    })
  }
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const data = join(folder, `data-${port}`)
  await mkdir(data, { recursive: true })
  const env = {
    LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN: 'true',
    COLLECT_ANALYTICS: 'false',
    SENTRY_DSN: '',
    LABEL_STUDIO_BASE_DATA_DIR: data,
  }
  const user = ['--username', 'bench@example.org', '--password', 'bench-password', '--user-token', token]
  const flags = [
    'start',
    '--no-browser',
    '--internal-host',
    '127.0.0.1',
    '--port',
    String(port),
    '--data-dir',
    data,
    ...user,
  ]
  const { close } = await startServer(program, flags, { url: `${baseUrl}/version`, env, isGroup: true })
  const headers = { authorization: `Token ${token}` }
  const label_config =
    '<View><Text name="text" value="$text"/><Choices name="c" toName="text"><Choice value="a"/></Choices></View>'
  const { id } = await (
    await send('POST', `${baseUrl}/api/projects/`, { title: 'First', label_config }, headers)
  ).json()
  await send('POST', `${baseUrl}/api/projects/${id}/import`, [{ text: 'one' }, { text: 'two' }], headers)
  const task = await (
    await send('POST', `${baseUrl}/api/tasks/`, { project: id, data: { text: 'three' } }, headers)
  ).json()
  await send('POST', `${baseUrl}/api/tasks/${task.id}/annotations/`, { result: [] }, headers)
  const url = `${baseUrl}/docs/api/schema/json/`
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(url)).text())
  return { baseUrl, description, url, header: { name: 'Authorization', value: `Token ${token}` }, close }
}
