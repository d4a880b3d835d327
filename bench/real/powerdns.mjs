// PowerDNS Authoritative Server from Debian (apt-get install pdns-server pdns-backend-sqlite3 sqlite3), with sample data created through its API:
// two zones and a key.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

const key = 'bench-key'
const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const port = await freePort()
  const data = join(folder, `data-${port}`)
  await mkdir(data, { recursive: true })
  const database = join(data, 'pdns.sqlite3')
  execFileSync('sqlite3', [database], { input: await readFile(schema) })
  const settings = {
    'config-dir': data,
    'socket-dir': data,
    launch: 'gsqlite3',
    'gsqlite3-database': database,
    'gsqlite3-dnssec': 'yes',
    'local-address': '127.0.0.1',
    'local-port': await freePort(),
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': port,
    api: 'yes',
    'api-key': key,
    guardian: 'no',
    daemon: 'no',
    'disable-syslog': 'yes',
  }
  const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const root = `http://127.0.0.1:${port}`
  const { close } = await startServer('pdns_server', flags, { url: root })
  const baseUrl = `${root}/api/v1`
  const headers = { 'x-api-key': key }
  const zones = `${baseUrl}/servers/localhost/zones`
  for (const name of ['example.org.', 'example.net.'])
    await send('POST', zones, { name, kind: 'Native', nameservers: [`ns1.${name}`] }, headers)
  const record = { content: '192.0.2.1', disabled: false }
  const set = { name: 'www.example.org.', type: 'A', ttl: 3600, changetype: 'REPLACE', records: [record] }
  await send('PATCH', `${zones}/example.org.`, { rrsets: [set] }, headers)
  await send('POST', `${zones}/example.org./cryptokeys`, { keytype: 'csk', active: true }, headers)
  await send('POST', `${zones}/example.org./metadata`, { kind: 'ALLOW-AXFR-FROM', metadata: ['AUTO-NS'] }, headers)
  const response = await fetch(`${root}/api/docs`, { headers: { ...headers, accept: 'application/json' } })
  const description = join(folder, 'openapi.json')
  await writeFile(description, await response.text())
  return { baseUrl, description, header: { name: 'X-API-Key', value: key }, close }
}
