// Unleash (npm, with Debian's PostgreSQL), with sample data created through its API: two feature flags with a strategy, a segment, a tag.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from './postgres.mjs'
import { freePort, send, startServer } from './server.mjs'

const token = '*:*.unleash-bench-admin-token'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const program = join(folder, 'node_modules', 'unleash-server', 'dist', 'server.js')
  if (!existsSync(program)) {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['install', '--silent', '--ignore-scripts', 'unleash-server@6.10.1']
    execFileSync('npm', flags, { cwd: folder, stdio: ['ignore', 2, 2] })
  }
  const database = await startPostgres()
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: database.url,
    DATABASE_SSL: 'false',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(port),
    INIT_ADMIN_API_TOKENS: token,
    CHECK_VERSION: 'false',
    SEND_TELEMETRY: 'false',
    ENABLE_OAS: 'true',
    LOG_LEVEL: 'warn',
  }
  const server = await startServer(process.execPath, [program], { url: `${baseUrl}/health`, env, cwd: folder })
  const headers = { authorization: token }
  const api = `${baseUrl}/api/admin`
  for (const name of ['new-cart', 'old-cart']) {
    await send('POST', `${api}/projects/default/features`, { name, type: 'release' }, headers)
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: name } }
    const path = `projects/default/features/${name}/environments/development/strategies`
    await send('POST', `${api}/${path}`, strategy, headers)
  }
  await send('POST', `${api}/segments`, { name: 'beta', constraints: [] }, headers)
  await send('POST', `${api}/tags`, { type: 'simple', value: 'shop' }, headers).catch(() => undefined)
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(`${baseUrl}/docs/openapi.json`)).text())
  const close = async () => {
    await server.close()
    await database.close()
  }
  return {
    baseUrl,
    description,
    url: `${baseUrl}/docs/openapi.json`,
    header: { name: 'Authorization', value: token },
    close,
  }
}
