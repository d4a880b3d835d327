// Chroma (Rust) in a Python virtual environment, with sample data created through its API: two collections with records.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpApi } from './dump.mjs'
import { freePort, send, startServer } from './server.mjs'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const chroma = join(folder, 'venv', 'bin', 'chroma')
  if (!existsSync(chroma)) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: ['ignore', 2, 2] })
    execFileSync(join(folder, 'venv', 'bin', 'pip'), ['install', '--quiet', 'chromadb==1.5.9'], {
      stdio: ['ignore', 2, 2],
    })
  }
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--path', join(folder, `data-${port}`)]
  const env = { ANONYMIZED_TELEMETRY: 'False' }
  const { close } = await startServer(chroma, ['run', ...flags], { url: `${baseUrl}/api/v2/heartbeat`, env })
  const database = `${baseUrl}/api/v2/tenants/default_tenant/databases/default_database`
  for (const name of ['books', 'notes']) {
    const { id } = await (await send('POST', `${database}/collections`, { name })).json()
    const records = {
      ids: ['1', '2'],
      embeddings: [
        [1, 2, 3],
        [3, 2, 1],
      ],
      documents: ['one', 'two'],
    }
    await send('POST', `${database}/collections/${id}/add`, records)
  }
  const url = `${baseUrl}/openapi.json`
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(url)).text())
  return { baseUrl, description, url, dump: () => dump(`${baseUrl}/api/v2`), close }
}

/** Returns the tenant's databases with their collections and records. Other tenants can't be listed. */
async function dump(api) {
  const below = (path, data) => {
    if (path.endsWith('/databases')) return data.map(({ name }) => `${path}/${encodeURIComponent(name)}/collections`)
    return path.endsWith('/collections') ? data.map(({ id }) => `${path}/${id}`) : []
  }
  const all = await dumpApi(api, {}, ['/tenants/default_tenant/databases'], {
    below,
    ignore: /^(version|log_position)$/,
  })
  const resources = {}
  for (const [path, data] of Object.entries(all))
    if (path.endsWith('/databases')) for (const each of data) resources[`${path}/${each.name}`] = each
    else if (path.endsWith('/collections'))
      for (const each of data) {
        const include = ['documents', 'embeddings', 'metadatas']
        const records = await send('POST', `${api}${path}/${each.id}/get`, { include })
        resources[`${path}/${each.name}`] = { ...each, records: await records.json() }
      }
  return resources
}
