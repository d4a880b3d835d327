// Prometheus, built with `go install` without service discovery. It scrapes itself, has a rule and an alert, and provides its own description.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dumpApi } from './dump.mjs'
import { freePort, startServer } from './server.mjs'

/** Version 3.1 (0.301) doesn't provide a description. */
const version = 'v0.316.0'

/** Starts the server with its data in the given folder. */
export async function start(folder) {
  const binary = join(folder, 'prometheus')
  if (!existsSync(binary)) {
    const env = { ...process.env, GOBIN: folder }
    const program = `github.com/prometheus/prometheus/cmd/prometheus@${version}`
    execFileSync('go', ['install', '-tags', 'remove_all_sd', program], { env, stdio: ['ignore', 2, 2] })
  }
  const port = await freePort()
  const config = join(folder, `prometheus-${port}.yml`)
  const rules = join(folder, 'rules.yml')
  await writeFile(
    rules,
    `groups: [{ name: seeded, rules: [{ record: seeded, expr: vector(1) }, { alert: Seeded, expr: vector(1) }] }]\n`,
  )
  await writeFile(
    config,
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${rules}]
scrape_configs: [{ job_name: self, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }]
`,
  )
  const root = `http://127.0.0.1:${port}`
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, `data-${port}`)}`]
  const { close } = await startServer(binary, [...flags, `--web.listen-address=127.0.0.1:${port}`], {
    url: `${root}/-/ready`,
    cwd: folder,
  })
  const hasSeries = async () =>
    (await (await fetch(`${root}/api/v1/query?query=count(up)+%2B+count(ALERTS)`)).json()).data.result.length > 0
  for (let attempt = 0; attempt < 100 && !(await hasSeries()); attempt++) await pause(200)
  const description = join(folder, 'openapi.yaml')
  await writeFile(description, await (await fetch(`${root}/api/v1/openapi.yaml`)).text())
  const stored = ['/label/job/values', '/label/alertname/values', '/status/config', '/status/flags']
  const dump = () => dumpApi(`${root}/api/v1`, {}, stored)
  return { baseUrl: `${root}/api/v1`, description, url: `${root}/api/v1/openapi.yaml`, dump, close }
}
