// Directus (npm, SQLite built here), with sample data created through its API: two collections with items, files, a folder, a role, a user, a
// policy, …
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpSqlite } from './dump.mjs'
import { freePort, send, startServer } from './server.mjs'

const version = '11.3.5'
const token = 'bench-admin-token'
const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'bench-Password1', ADMIN_TOKEN: token }
/** Data that changes without requests: logs, sessions, times of the last access. */
const ignore = {
  tables: '^(directus_(activity|revisions|sessions|migrations)|sqlite_sequence|knex_.*)$',
  columns: '^(last_access|last_page|modified_on|modified_by|date_updated)$',
}

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const program = join(folder, 'node_modules', 'directus', 'cli.js')
  if (!existsSync(program)) {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
    const npm = (...words) => execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 2, 2] })
    npm('install', '--silent', '--ignore-scripts', '--legacy-peer-deps', `directus@${version}`)
    npm('rebuild', '--silent', 'isolated-vm', 'sqlite3')
  }
  const port = await freePort()
  const data = join(folder, `data-${port}`)
  await mkdir(join(data, 'uploads'), { recursive: true })
  await mkdir(join(data, 'extensions'), { recursive: true })
  const baseUrl = `http://127.0.0.1:${port}`
  const database = join(data, 'data.db')
  const env = {
    ...admin,
    KEY: 'bench',
    SECRET: 'bench-secret-bench-secret',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: baseUrl,
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: database,
    STORAGE_LOCAL_ROOT: join(data, 'uploads'),
    EXTENSIONS_PATH: join(data, 'extensions'),
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  }
  execFileSync(process.execPath, [program, 'bootstrap'], {
    cwd: data,
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
  })
  const started = { url: `${baseUrl}/server/ping`, env, cwd: data }
  const { close } = await startServer(process.execPath, [program, 'start'], started)
  const value = `Bearer ${token}`
  const post = async (path, body) =>
    (await (await send('POST', `${baseUrl}${path}`, body, { authorization: value })).json()).data
  const fields = [
    { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true } },
    { field: 'title', type: 'string', schema: {} },
  ]
  for (const collection of ['books', 'notes']) {
    await post('/collections', { collection, schema: {}, meta: {}, fields })
    for (const title of ['one', 'two']) await post(`/items/${collection}`, { title })
  }
  const folderOf = await post('/folders', { name: 'seeded' })
  for (const title of ['one', 'two']) {
    const form = new FormData()
    form.set('title', title)
    form.set('folder', folderOf.id)
    form.set('file', new Blob([title], { type: 'text/plain' }), `${title}.txt`)
    await fetch(`${baseUrl}/files`, { method: 'POST', headers: { authorization: value }, body: form })
  }
  const policy = await post('/policies', { name: 'seeded', app_access: true })
  const role = await post('/roles', { name: 'seeded' })
  await post('/permissions', { policy: policy.id, collection: 'books', action: 'read', fields: ['*'], permissions: {} })
  await post('/users', { email: 'ann@example.org', password: 'ann-Password1', role: role.id, first_name: 'Ann' })
  await post('/presets', { collection: 'books', bookmark: 'seeded' })
  await post('/comments', { collection: 'books', item: '1', comment: 'seeded' }).catch(() => undefined)
  const description = join(folder, 'openapi.json')
  const url = `${baseUrl}/server/specs/oas`
  await writeFile(description, await (await fetch(url, { headers: { authorization: value } })).text())
  return {
    baseUrl,
    description,
    header: { name: 'Authorization', value },
    dump: () => dumpSqlite(database, ignore),
    close,
  }
}
