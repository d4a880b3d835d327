import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { Report } from '../../model/report.ts'
import { reportSchema } from '../../report/schema/report.schema.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()
const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, note: { type: 'string' } } }
const ok = { description: 'd', content: { 'application/json': { schema: thing } } }
const description = {
  openapi: '3.1.0',
  info: { title: 'Demo', version: '1' },
  paths: {
    '/a': { get: { responses: { 200: ok } } },
    '/b': { post: { requestBody: { content: { 'application/json': {} } }, responses: { 201: { description: 'd' } } } },
    '/c': { get: { responses: { 200: { description: 'd' } } } },
  },
}
const config = {
  apis: { demo: { target: { writable: true }, auth: [{ prefix: '/', type: 'bearer', env: 'DEMO_TOKEN' }] } },
}
const suite = (calls: string) => `
import { contract } from 'specdrift/suite'
import { expect, test } from 'vitest'
const api = await contract({ api: 'demo' })
${calls}`

const a = suite(`api.call('GET /a')\napi.call('POST /b', { body: { note: 'n', password: 'open sesame' } })`)
const c = suite(
  `test('is what it was', async () => { expect((await api.send('GET /c')).headers['x-version']).toBe('2') })`,
)

/** Each response has a later time and another duration, so two runs share only the API's content. */
async function startApi(): Promise<number> {
  let hours = 0
  return started(
    createServer(async (request, response) => {
      response.setHeader('date', new Date(Date.UTC(2026, 0, 1, hours++)).toUTCString())
      let heard = ''
      for await (const chunk of request) heard += chunk
      if (request.url === '/a') response.setHeader('content-type', 'application/json').end('{"id":null,"note":1}')
      else if (request.url === '/b') response.writeHead(418).end(heard)
      else response.setHeader('x-version', '1').end()
    }),
  )
}

test('a finding has its exchange, stored once, and shards contain the same as a whole run', async () => {
  const base = `http://127.0.0.1:${await startApi()}`
  const files = [
    { name: 'openapi.json', content: JSON.stringify(description) },
    { name: 'specdrift.config.json', content: JSON.stringify(config) },
    { name: 'suites/demo/a.suite.ts', content: a },
    { name: 'suites/demo/c.suite.ts', content: c },
  ]
  await inFolder(files, async (cwd) => {
    const cli = (...line: string[]) => runCli(run, line, { cwd, env: { DEMO_TOKEN: 'planted-token' } })
    await cli('snapshot', 'add', 'demo', 'openapi.json', '--id', 'v1')
    const live = ['test', 'demo', '--base-url', base, '--format', 'json']
    const { code, stdout } = await cli(...live)
    expect(code).toBe(1)
    const report: Report = JSON.parse(stdout)
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(reportSchema)
    expect(validate(report) ? [] : validate.errors).toEqual([])
    const { findings, exchanges = [], times } = report
    const of = (ruleId: string) => {
      const id = findings.find((finding) => finding.ruleId === ruleId)?.evidence?.exchange
      return exchanges.find((exchange) => exchange.id === id)
    }
    expect(of('null-conformance')).toMatchObject({
      request: { method: 'GET', url: `${base}/a`, headers: { authorization: 'Bearer $DEMO_TOKEN' } },
      response: { status: 200, body: { text: '{"id":null,"note":1}', bytes: 20 } },
    })
    expect(of('type-conformance')).toBe(of('null-conformance'))
    const body = '{"note":"n","password":"[redacted]"}'
    expect(of('status-code-conformance')).toMatchObject({
      request: { method: 'POST', body: { text: body } },
      response: { status: 418, body: { text: body } },
    })
    expect(of('expectation-failed')).toMatchObject({
      request: { url: `${base}/c` },
      response: { status: 200, headers: { 'x-version': '1' } },
    })
    expect(exchanges).toHaveLength(3)
    expect(Object.keys(times?.exchanges ?? {})).toEqual(exchanges.map(({ id }) => id))
    expect(findings[0]?.evidence?.variables).toEqual(['DEMO_TOKEN'])
    expect(stdout).not.toMatch(/planted-token|open sesame/)

    const shards = []
    for (const index of [1, 2]) {
      const shard = await cli(...live, '--shard', `${index}/2`, '-o', `${index}.json`)
      expect(shard.code).toBe(1)
      shards.push(`${index}.json`)
    }
    await cli('report', 'merge', ...shards, '-o', 'merged')
    const merged: Report = JSON.parse(await readFile(join(cwd, 'merged/report.json'), 'utf8'))
    const { times: _, ...rest } = merged
    const { times: __, ...whole } = report
    expect(rest).toEqual(whole)
    expect(Object.keys(merged.times?.exchanges ?? {})).toEqual(exchanges.map(({ id }) => id))
  })
})
