import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../../testing/cli/suite-project.ts'
import { run } from '../run.ts'

const description = `openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
  /a:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              # What clients read.
              schema: { type: object, required: [id], properties: { id: { type: integer }, note: { type: string } } }
`

let project: SuiteProject
const cli = (...argv: string[]) => runCli(run, argv, { cwd: project.folder })

beforeAll(async () => {
  project = await createSuiteProject({
    description,
    suites: { 'a.suite.ts': `api.call('GET /a')` },
    handler: (_request, response) => sendJson(response, { note: null, more: 1 }),
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  await writeFile(join(project.folder, 'specdrift.config.json'), JSON.stringify({ apis: { demo } }))
  expect(await cli('snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1')).toMatchObject({ code: 0 })
  expect(await cli('monitor')).toMatchObject({ code: 1 })
})
afterAll(() => project.close())

it('proposes edits and applies them to a copy, which then matches the live API', async () => {
  const { code, stdout } = await cli('patch', 'demo')
  expect([code, stdout.split('\n')[0]]).toEqual([0, '3 edits of specs/demo/v1.yaml by 3 findings'])
  expect(stdout).toContain('/schema/properties/note/nullable  true\n')
  const applied = await cli('patch', 'reports/demo/report.json', '--apply', '--output', 'copy.yaml')
  expect(applied).toEqual({ code: 0, stdout, stderr: 'wrote copy.yaml\n' })
  const copy = await readFile(join(project.folder, 'copy.yaml'), 'utf8')
  expect(copy).toBe(
    description.replace(
      /schema: .*/,
      'schema: { type: object, properties: { id: { type: integer }, note: { type: string, nullable: true }, more: {type: number} } }',
    ),
  )
  expect(await cli('snapshot', 'add', 'demo', 'copy.yaml', '--id', 'v2')).toMatchObject({ code: 0 })
  expect(await cli('test', '--reports-dir', 'after')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('\n  0 new'),
  })
})

it('prints an RFC 6902 patch for the selected findings', async () => {
  const { stdout } = await cli('patch', 'demo', '--only', 'null-conformance', '--format', 'json')
  expect(JSON.parse(stdout)).toEqual([{ op: 'add', path: expect.stringMatching(/note\/nullable$/), value: true }])
})

it('prints a unified diff and an OpenAPI Overlay', async () => {
  const diff = await cli('patch', 'demo', '--only', 'null-conformance', '--format', 'diff')
  expect(diff.stdout).toMatch(
    /^--- a\/specs\/demo\/v1\.yaml\n\+\+\+ b\/specs\/demo\/v1\.yaml\n@@ -\d+,\d+ \+\d+,\d+ @@\n/,
  )
  expect(diff.stdout.match(/^[-+] .*/gm)).toHaveLength(2)
  const { stdout } = await cli('patch', 'demo', '--only', 'null-conformance', '--format', 'overlay')
  expect(stdout).toMatch(/^overlay: 1\.0\.0\n[\s\S]*\['note'\]\n {4}update:\n {6}nullable: true\n$/)
})

it.each([
  [['--apply'], 'error: --apply needs --output: the description itself is never edited.'],
  [
    ['--apply', '--output', 'specs/demo/v1.yaml'],
    /^error: --output specs\/demo\/v1.yaml is the description itself or a snapshot/,
  ],
  [['--only', 'enum-conformance'], /^error: No finding with a patch is enum-conformance/],
])('refuses %j', async (flags, message) => {
  const { code, stderr } = await cli('patch', 'demo', ...flags)
  expect(code).toBe(2)
  expect(stderr.split('\n')[0]).toMatch(message)
})
