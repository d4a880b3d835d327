// pygeoapi (Flask, TinyDB) in a virtual environment, with one editable collection of records.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startServer } from './server.mjs'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const bin = join(folder, 'venv', 'bin')
  if (!existsSync(join(bin, 'pygeoapi'))) {
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' })
    execFileSync(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', 'pygeoapi==0.21.0'], { stdio: 'inherit' })
  }
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const data = join(folder, `data-${port}`)
  await mkdir(data, { recursive: true })
  const records = join(data, 'records.json')
  const record = (id) => ({
    ...{ id, type: 'Feature', geometry: { type: 'Point', coordinates: [8, 47] } },
    properties: { externalId: id, title: `Book ${id}`, type: 'document', _metadata_anytext: `Book ${id}` },
  })
  await writeFile(records, JSON.stringify({ _default: { 1: record('a'), 2: record('b') } }))
  const [config, description] = [join(data, 'config.yml'), join(data, 'openapi.json')]
  await writeFile(config, JSON.stringify(configOf(baseUrl, port, records)))
  const env = { PYGEOAPI_CONFIG: config, PYGEOAPI_OPENAPI: description }
  const words = ['openapi', 'generate', config, '--format', 'json', '--output-file', description]
  execFileSync(join(bin, 'pygeoapi'), words, { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] })
  const { close } = await startServer(join(bin, 'pygeoapi'), ['serve'], {
    url: `${baseUrl}/conformance`,
    env,
    isGroup: true,
  })
  const dump = async () => {
    const { _default: all } = JSON.parse(await readFile(records, 'utf8'))
    return Object.fromEntries(Object.values(all).map((one) => [`/collections/records/items/${one.id}`, one]))
  }
  return { baseUrl, description, url: `${baseUrl}/openapi`, close, dump }
}

function configOf(url, port, data) {
  const text = { en: 'books' }
  return {
    server: {
      ...{ bind: { host: '127.0.0.1', port }, url, mimetype: 'application/json; charset=UTF-8', encoding: 'utf-8' },
      ...{ languages: ['en-US'], gzip: false, pretty_print: true, limits: { default_items: 20, max_items: 50 } },
      map: { url: 'http://127.0.0.1/{z}/{x}/{y}.png', attribution: 'none' },
    },
    logging: { level: 'ERROR' },
    metadata: {
      identification: {
        title: text,
        description: text,
        keywords: { en: ['books'] },
        keywords_type: 'theme',
        terms_of_service: 'none',
        url,
      },
      license: { name: 'none', url },
      provider: { name: 'books', url },
      contact: { name: 'books', email: 'books@example.com', url },
    },
    resources: {
      records: {
        ...{ type: 'collection', title: text, description: text, keywords: { en: ['books'] }, links: [] },
        extents: { spatial: { bbox: [-180, -90, 180, 90], crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' } },
        providers: [
          {
            type: 'record',
            name: 'TinyDBCatalogue',
            editable: true,
            data,
            id_field: 'externalId',
            time_field: 'recordCreated',
            title_field: 'title',
          },
        ],
      },
    },
  }
}
