// Alertmanager, built with `go install`, with sample data created through its API: two alerts and three silences.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, send, startServer } from './server.mjs'

const version = 'v0.28.1'
const module = 'github.com/prometheus/alertmanager'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const binary = join(folder, 'alertmanager')
  if (!existsSync(binary)) {
    const env = { ...process.env, GOBIN: folder }
    execFileSync('go', ['install', `${module}/cmd/alertmanager@${version}`], { env, stdio: 'inherit' })
  }
  const config = join(folder, 'alertmanager.yml')
  await writeFile(config, 'route: { receiver: nobody }\nreceivers: [{ name: nobody }]\n')
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}/api/v2`
  const { close } = await startServer(
    binary,
    [
      `--config.file=${config}`,
      `--storage.path=${join(folder, `data-${port}`)}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { url: `${baseUrl}/status` },
  )
  const [now, later] = [0, 3_600_000].map((after) => new Date(Date.now() + after).toISOString())
  const alert = (name) => ({
    labels: { alertname: name, severity: 'page' },
    annotations: {},
    startsAt: now,
    endsAt: later,
  })
  await send('POST', `${baseUrl}/alerts`, [alert('DiskFull'), alert('NoBackup')])
  for (const value of ['DiskFull', 'NoBackup', 'Other']) {
    const matchers = [{ name: 'alertname', value, isRegex: false, isEqual: true }]
    const silence = { matchers, startsAt: now, endsAt: later, createdBy: 'bench', comment: 'c' }
    await send('POST', `${baseUrl}/silences`, silence)
  }
  const cache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()
  return { baseUrl, description: join(cache, `${module}@${version}`, 'api', 'v2', 'openapi.yaml'), close }
}
