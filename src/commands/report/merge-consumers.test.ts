import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const body = 'content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }'
const description = `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d, ${body} } } } }
  /b: { get: { responses: { '200': { description: d, ${body} } } } }
`
const use = (consumer: string, path: string) =>
  JSON.stringify({
    ...{ v: 1, consumer, sources: [{ kind: 'reads', exchanges: 2 }] },
    operations: { [`GET ${path}`]: { reads: { '200': ['/id'] } } },
  })

it('merged shards name affected consumers like a complete run', async () => {
  const project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')\n`, 'b.suite.ts': `api.call('GET /b')\n` },
    handler: (_, response) => sendJson(response, { id: 'x' }),
  })
  const cli = (...argv: string[]) => runCli(run, argv, { cwd: project.folder })
  const read = async (folder: string): Promise<Report> =>
    JSON.parse(await readFile(join(project.folder, folder, 'report.json'), 'utf8'))
  try {
    const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
    await project.put('specdrift.config.json', JSON.stringify({ apis: { demo } }))
    await project.put('uses/web.json', use('web', '/a'))
    await project.put('uses/batch.json', use('batch', '/b'))
    await cli('snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1')
    await cli('test', 'demo', '--reports-dir', 'whole')
    for (const index of [1, 2]) await cli('test', 'demo', '--shard', `${index}/2`, '--reports-dir', `s${index}`)
    const merged = await cli('report', 'merge', 's1/demo/report.json', 's2/demo/report.json', '-o', 'merged')
    expect([merged.code, merged.stderr]).toEqual([1, expect.not.stringContaining('error')])
    const [whole, shards, shard] = [await read('whole/demo'), await read('merged'), await read('s1/demo')]
    expect(shard.consumers).toBeUndefined()
    expect(whole.findings.map(({ message, hits = [] }) => [message, hits.map(({ consumer }) => consumer)])).toEqual([
      [expect.stringMatching(/integer; hits web \(reads \/id\); 1 other does not use it$/), ['web']],
      [expect.stringMatching(/integer; hits batch \(reads \/id\); 1 other does not use it$/), ['batch']],
    ])
    expect(shards.consumers).toEqual(whole.consumers)
    expect(shards.findings).toEqual(whole.findings)
  } finally {
    await project.close()
  }
}, 300_000)
