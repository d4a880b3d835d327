import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

const description = `openapi: 3.0.3
info: {title: a, version: '1'}
paths:
  /loans:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {pin: {type: string, writeOnly: true}}}}}}
      responses: {'201': {description: d}}
    get:
      parameters: [{name: page, in: query, schema: {type: integer}}]
      responses: {'200': {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Loan'}}}}}}
  /loans/{id}:
    get: {responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}}
  /free: {get: {responses: {'200': {description: d, content: {application/json: {}}}}}}
components:
  schemas:
    Loan:
      type: object
      properties:
        status: {type: string}
        rates: {type: object, additionalProperties: {type: object, properties: {percent: {type: number}}}}
        owner: {oneOf: [{type: object, properties: {born: {type: string}}}, {type: object, properties: {founded: {type: string}}}]}
        parent: {$ref: '#/components/schemas/Loan'}
        tags: {type: object}
`
const use = { v: 1, consumer: 'web', sources: [{ kind: 'traffic' }] }
const operations = { 'GET /loans': { sends: ['query size'], given: { '200': ['', '/*', '/*/extra'] } }, 'GET /old': {} }

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'can-i-remove-'))
  await mkdir(join(cwd, 'uses'))
  await writeFile(join(cwd, 'd.yaml'), description)
  await writeFile(join(cwd, 'uses/web.json'), JSON.stringify({ ...use, operations }))
  await runCli(run, ['snapshot', 'add', 'shop', 'd.yaml', '--id', 'v1'], { cwd })
})

it.each([
  ['GET /lons', 'The description has no operation GET /lons (did you mean GET /loans?).'],
  ['GET /loans/{loanId}', 'no operation GET /loans/{loanId} (did you mean GET /loans/{id}?)'],
  ['PUT /free', 'no operation PUT /free (did you mean GET /free?)'],
  ['GET /loans?pages', 'no query parameter pages of GET /loans (did you mean page?)'],
  ['GET /loans#/0/statu', 'no member /*/statu in the bodies of GET /loans'],
  ['GET /loans/{id}#/rates/EUR/percents', 'no member /rates/EUR/percents'],
  ['GET /loans/{id}#/owner/name', 'no member /owner/name'],
])('%s is an error where a description is known', async (what, message) => {
  const { code, stdout, stderr } = await runCli(run, ['can-i-remove', what], { cwd })
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)])
})

it.each([
  ['GET /loans', 1],
  ['GET /loans/{id}', 0],
  ['GET /loans?page', 0],
  ['GET /loans?size', 1],
  ['GET /old', 1],
  ['GET /loans#/0/status', 0],
  ['GET /loans#/0/extra', 1],
  ['GET /loans#/0/parent/parent/parent/status', 0],
  ['GET /loans/{id}#/rates/EUR/percent', 0],
  ['GET /loans/{id}#/owner/founded', 0],
  ['GET /loans/{id}#/tags/anything', 0],
  ['GET /free#/anything', 0],
  ['POST /loans#/pin', 0],
])('%s is answered with %i', async (what, expected) => {
  expect(await runCli(run, ['can-i-remove', what], { cwd })).toMatchObject({ code: expected, stderr: '' })
})

it('uses the given description, and fails if there is none', async () => {
  await writeFile(join(cwd, 'other.yaml'), description.replaceAll('/loans', '/debts'))
  const of = async (...argv: string[]) => (await runCli(run, ['can-i-remove', ...argv], { cwd })).stderr
  expect(await of('GET /debts')).toContain('no operation GET /debts')
  expect(await of('GET /debts', '--description', 'other.yaml')).toBe('')
  expect(await of('GET /loan', '--api', 'shop')).toContain('did you mean GET /loans')
  expect(await of('GET /loans', '--api', 'shops')).toContain('did you mean shop')
  expect(await of('GET /loans', '--description', 'none.yaml')).toContain('none.yaml')
  const empty = await mkdtemp(join(tmpdir(), 'can-i-remove-'))
  await mkdir(join(empty, 'uses'))
  await writeFile(join(empty, 'uses/web.json'), JSON.stringify({ ...use, operations }))
  expect(await runCli(run, ['can-i-remove', 'GET /lons'], { cwd: empty })).toMatchObject({ code: 0, stderr: '' })
})
