// WireMock (Java 11 or newer) from its npm package, with sample data created through its admin API: two stubs, a scenario, and served requests.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

const version = '3.13.2'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const jar = join(folder, 'node_modules', 'wiremock', 'build', `wiremock-standalone-${version}.jar`)
  if (!existsSync(jar)) {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
    execFileSync('npm', ['install', '--silent', '--ignore-scripts', `wiremock@${version}`], {
      cwd: folder,
      stdio: 'inherit',
    })
  }
  const port = await freePort()
  const root = join(folder, `root-${port}`)
  await mkdir(root, { recursive: true })
  const baseUrl = `http://127.0.0.1:${port}`
  const { close } = await startServer(
    'java',
    ['-jar', jar, '--port', String(port), '--bind-address', '127.0.0.1', '--root-dir', root],
    { url: `${baseUrl}/__admin/mappings` },
  )
  const stub = (urlPath, more = {}) => ({
    request: { method: 'GET', urlPath },
    response: { status: 200, jsonBody: { path: urlPath } },
    persistent: true,
    ...more,
  })
  const scenario = { scenarioName: 'order', requiredScenarioState: 'Started', newScenarioState: 'paid' }
  for (const each of [
    stub('/books', { name: 'books', metadata: { team: 'shop' } }),
    stub('/books/1'),
    stub('/orders/1', scenario),
  ])
    await send('POST', `${baseUrl}/__admin/mappings`, each)
  await send('PUT', `${baseUrl}/__admin/files/note.txt`, 'a note')
  for (const path of ['/books', '/books/1', '/orders/1']) await send('GET', `${baseUrl}${path}`)
  await fetch(`${baseUrl}/unknown`)
  const description = join(folder, 'openapi.json')
  await writeFile(description, await (await fetch(`${baseUrl}/__admin/docs/swagger`)).text())
  return { baseUrl, description, url: `${baseUrl}/__admin/docs/swagger`, close }
}
