import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describe } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { suiteFrom } from './suite-from.ts'

const parameters = ['id', 'idx'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
const own = [
  { name: 'X-Shop-Access-Key', in: 'header', schema: { type: 'string' } },
  { name: 'X-Auth-Token', in: 'header', schema: { type: 'string' } },
  { name: 'api_key', in: 'query', schema: { type: 'string' } },
]
const responses = { 200: { description: 'ok' } }
const content = { 'application/json': {}, 'application/x-www-form-urlencoded': {}, 'text/plain': {} }
const { operations } = describe(
  parseDocument({
    ...{ name: 'shop', file: 'shop.json' },
    content: JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'shop', version: '1' },
      paths: {
        '/a/{id}/x/{idx}': { get: { operationId: 'getA', parameters, responses } },
        '/login': { post: { parameters: own, requestBody: { content }, responses } },
      },
    }),
  }),
)

/** Returns the calls of the suite generated from a file. */
async function linesOf(file: object): Promise<string> {
  let text = ''
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'f.json'), JSON.stringify(file))
    text = (await suiteFrom({ file: 'f.json', cwd, api: 'shop', operations })).text
  })
  return text
}
const login = (parts: object) => ({
  item: [{ name: 'n', request: { method: 'POST', url: 'http://h/login', header: [], ...parts } }],
})

it('assigns path values by position, even if one starts like another', async () => {
  const variable = [
    { key: 'id', value: '42' },
    { key: 'idx', value: '7' },
  ]
  const postman = { item: [{ request: { url: { raw: 'http://h/a/:id/x/:idx', variable } } }] }
  expect(await linesOf(postman)).toContain("path: { id: '42', idx: '7' }")
  const params = variable.map(({ key, value }) => ({ name: key, value, type: 'path' }))
  const bruno = { items: [{ type: 'http', request: { method: 'GET', url: 'http://h/a/:id/x/:idx', params } }] }
  expect(await linesOf(bruno)).toContain("path: { id: '42', idx: '7' }")
})

it.each([
  ['a form', { body: { mode: 'urlencoded', urlencoded: [{ key: 'password', value: 'planted' }] } }, 'SHOP_PASSWORD'],
  [
    'a text',
    { header: [{ key: 'Content-Type', value: 'text/plain' }], body: { mode: 'raw', raw: 'password=planted' } },
    'SHOP_BODY',
  ],
  ['a header of its own', { header: [{ key: 'X-Other', value: 'Bearer planted' }] }, 'SHOP_X_OTHER'],
])('omits the secret of %s', async (_what, request, variable) => {
  const text = await linesOf(login(request))
  expect(text).toContain(`env('${variable}')`)
  expect(text).not.toContain('planted')
})

const json = (raw: string) => ({
  header: [{ key: 'Content-Type', value: 'application/json' }],
  body: { mode: 'raw', raw },
})
const text = (raw: string) => ({
  header: [{ key: 'Content-Type', value: 'text/plain' }],
  body: { mode: 'raw', raw },
})

it.each([
  ['a header', { header: [{ key: 'X-Shop-Access-Key', value: 'planted-{{run}}' }] }],
  ['a header after its scheme', { header: [{ key: 'X-Auth-Token', value: 'Bearer planted{{run}}' }] }],
  ['a header with the form of a credential', { header: [{ key: 'X-Other', value: 'Bearer planted.{{run}}' }] }],
  ['a query', { url: 'http://h/login?api_key={{run}}planted' }],
  ['a form', { body: { mode: 'urlencoded', urlencoded: [{ key: 'password', value: 'planted{{run}}' }] } }],
  ['JSON', json('{"password":"planted{{run}}"}')],
  ['JSON below a secret', json('{"credentials":{"user":"{{user}}","value":"planted{{run}}"}}')],
  ['JSON with a variable that is no string', json('{"n": {{n}}, "apiKey": "planted"}')],
  ['a text', text('user={{user}}&password=planted{{run}}')],
  ['a text beside another', text('password={{password}}&client_secret=planted')],
])('omits a secret next to a variable: in %s', async (_what, request) => {
  const written = await linesOf(login(request))
  expect(written).not.toContain('planted')
  expect(written).toContain("env('SHOP_")
})

it.each([
  ['a scheme', { header: [{ key: 'X-Other', value: 'Bearer {{run}}' }] }, "'x-other': 'Bearer ' + env('SHOP_RUN')"],
  ['a separator', json('{"password":"{{run}}:{{n}}"}'), "password: env('SHOP_RUN') + ':' + env('SHOP_N')"],
  ['a text', text('a=1&password={{run}}'), "rawBody: 'a=1&password=' + env('SHOP_RUN')"],
  ['a property called key', json('{"key":"colour"}'), "body: { key: 'colour' }"],
])('keeps other text next to a variable: %s', async (_what, request, written) => {
  expect(await linesOf(login(request))).toContain(written)
})

const arazzo = (step: object, inputs: object = {}) => ({
  arazzo: '1.0.0',
  workflows: [
    {
      ...{ workflowId: 'w', inputs: { type: 'object', properties: inputs } },
      steps: [{ stepId: 'one', operationPath: '{$sourceDescriptions.a.url}#/paths/~1login/post', ...step }],
    },
  ],
})
const payload = (value: unknown, contentType = 'application/json') => ({ requestBody: { contentType, payload: value } })

it.each([
  ['a property', arazzo(payload({ password: 'planted{$inputs.a}' }))],
  ['a property below a secret', arazzo(payload({ credentials: { value: 'planted' } }))],
  ['a list below a secret', arazzo(payload({ credentials: [{ value: 'planted' }] }))],
  ['a form as text', arazzo(payload('grant=a&client_secret=planted', 'application/x-www-form-urlencoded'))],
  ['a form as text beside an expression', arazzo(payload('id={$inputs.a}&client_secret=planted', 'text/plain'))],
  ['a header', arazzo({ parameters: [{ name: 'X-Other', in: 'header', value: 'Bearer planted{$inputs.a}' }] })],
  ['a query', arazzo({ parameters: [{ name: 'key', in: 'query', value: 'planted{$inputs.a}' }] })],
  ['a default', arazzo(payload('{$inputs.a}'), { a: { type: 'object', default: { apiKey: 'planted' } } })],
  ['what is expected', arazzo({ successCriteria: [{ condition: "$response.body#/credentials/value == 'planted'" }] })],
])('omits the secret of a workflow: %s', async (_what, file) => {
  expect(await linesOf(file)).not.toContain('planted')
})

it('sets the content type of a form', async () => {
  const fields = [{ key: 'user', name: 'user', value: 'a' }]
  const type = "body: { user: 'a' }, contentType: 'application/x-www-form-urlencoded'"
  expect(await linesOf(login({ body: { mode: 'urlencoded', urlencoded: fields } }))).toContain(type)
  const request = { method: 'POST', url: 'http://h/login', body: { mode: 'formUrlEncoded', formUrlEncoded: fields } }
  expect(await linesOf({ items: [{ type: 'http', request }] })).toContain(type)
})

it('limits the expansion of cyclic variables', async () => {
  const variable = [...'abcdef'].map((key, at) => ({ key, value: `{{${'abcdefg'[at + 1]}}}`.repeat(100) }))
  const text = await linesOf({ ...login({ body: { mode: 'raw', raw: '{{a}}' } }), variable })
  expect(text.length).toBeLessThan(5_000_000)
})

it('generates a working flow if a required step was skipped', async () => {
  const steps = [
    { stepId: 'one', operationId: 'gone', outputs: { id: '$response.body#/id' } },
    {
      stepId: 'two',
      operationId: 'getA',
      parameters: [
        { name: 'id', in: 'path', value: '$steps.one.outputs.id' },
        { name: 'idx', in: 'path', value: '1' },
      ],
      successCriteria: [{ condition: "$response.body#/a$response == 'x'" }],
    },
  ]
  const text = await linesOf({ arazzo: '1.0.0', workflows: [{ workflowId: 'w', steps }] })
  expect(text).toContain('const steps: Record<string, Record<string, any>> = {}')
  expect(text).toContain("at(response1.json, '/a$response')")
})
