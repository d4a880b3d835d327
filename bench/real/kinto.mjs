// Kinto (Python) in a virtual environment, in memory, with sample data created through its API: two buckets, collections, records, a group.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dumpApi } from './dump.mjs'
import { freePort, send, startServer } from './server.mjs'

const packages = ['kinto==26.5.0', 'setuptools<81']

/** Starts the server with an empty store and adds the sample data. */
export async function start(folder) {
  const python = join(folder, 'venv', 'bin', 'python')
  if (!existsSync(join(folder, 'venv', 'bin', 'kinto'))) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: ['ignore', 2, 2] })
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...packages], { stdio: ['ignore', 2, 2] })
  }
  const port = await freePort()
  const config = join(folder, `kinto-${port}.ini`)
  const backends = ['storage', 'cache', 'permission'].map((each) => `kinto.${each}_backend = kinto.core.${each}.memory`)
  const log = `[loggers]
keys = root
[handlers]
keys = console
[formatters]
keys = plain
[logger_root]
level = ERROR
handlers = console
[handler_console]
class = StreamHandler
args = (sys.stderr,)
formatter = plain
[formatter_plain]
format = %(message)s
`
  await writeFile(
    config,
    `[app:main]
use = egg:kinto
kinto.includes = kinto.plugins.default_bucket
${backends.join('\n')}
kinto.userid_hmac_secret = bench
multiauth.policies = basicauth
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = ${port}
${log}`,
  )
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const { close } = await startServer(join(folder, 'venv', 'bin', 'pserve'), [config], {
    url: `${baseUrl}/__heartbeat__`,
    cwd: folder,
  })
  const value = `Basic ${Buffer.from('bench:bench').toString('base64')}`
  const headers = { authorization: value }
  const put = (path, data) => send('PUT', `${baseUrl}${path}`, { data }, headers)
  for (const bucket of ['/buckets/shop', '/buckets/site']) {
    await put(bucket, { note: 'seeded' })
    await put(`${bucket}/groups/readers`, { members: ['basicauth:ann'] })
    for (const collection of ['books', 'notes']) {
      await put(`${bucket}/collections/${collection}`, { note: 'seeded' })
      for (const record of ['one', 'two'])
        await put(`${bucket}/collections/${collection}/records/${record}`, { title: record })
    }
  }
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(`${baseUrl}/__api__`)).text())
  const below = (path, { data }) => {
    if (!Array.isArray(data)) {
      if (/\/(records|groups)\/[^/]+$/.test(path)) return []
      return path.includes('/collections/') ? [`${path}/records`] : [`${path}/collections`, `${path}/groups`]
    }
    return data.map(({ id }) => `${path}/${encodeURIComponent(id)}`)
  }
  // Lists aren't resources, and a change to a child updates the timestamp of its parent.
  const dump = async () => {
    const all = await dumpApi(baseUrl, headers, ['/buckets'], { below, ignore: /^last_modified$/ })
    return Object.fromEntries(Object.entries(all).filter(([, { data }]) => !Array.isArray(data)))
  }
  return { baseUrl, description, url: `${baseUrl}/__api__`, header: { name: 'Authorization', value }, dump, close }
}
