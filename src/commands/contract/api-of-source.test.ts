import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const documentOf = (paths: string) => `openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: { ${paths} }\n`
const get = "{ get: { responses: { '200': { description: d } } } }"
const files = [
  { name: 'openapi.yaml', content: documentOf(`/a: ${get}, /b: ${get}`) },
  { name: 'other.yaml', content: documentOf(`/a: ${get}`) },
  { name: 'specdrift.config.json', content: JSON.stringify({ apis: { shop: { source: './openapi.yaml' } } }) },
]

it("applies an API's baseline to a diff of its snapshot and its source, but not of other files", () =>
  inFolder(files, async (cwd) => {
    const cli = (...argv: string[]) => runCli(run, argv, { cwd })
    await cli('snapshot', 'add', 'shop', 'openapi.yaml')
    await cli('diff', 'shop@latest', 'other.yaml', '--format', 'json=report.json')
    const accept = ['--report', 'report.json', '--reason', 'agreed', '--owner', 'me']
    expect(await cli('baseline', 'accept', 'shop', '--all', ...accept)).toMatchObject({ code: 0 })
    expect((await cli('diff', 'shop@latest', 'other.yaml')).code).toBe(1)
    const config = { apis: { shop: { source: 'other.yaml' } } }
    await writeFile(`${cwd}/specdrift.config.json`, JSON.stringify(config))
    expect(await cli('diff', 'shop@latest', './other.yaml')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 accepted'),
    })
  }))
