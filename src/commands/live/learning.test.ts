import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { servers } from '../../testing/servers/loopback.ts'
import { run } from '../run.ts'

const { started } = servers()
const order = {
  type: 'object',
  required: ['amount'],
  properties: { amount: { type: 'integer', example: 1000 }, note: { type: 'string' } },
}
const described = { description: 'd', content: { 'application/json': { schema: { type: 'object' } } } }
const description = {
  openapi: '3.0.3',
  info: { title: 'Demo', version: '1' },
  paths: {
    '/orders': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: { 201: described, 400: described, 422: described },
      },
    },
  },
  components: { schemas: { Order: order } },
}
const config = { apis: { demo: { target: { writable: true } } } }
const files = [
  { name: 'openapi.json', content: JSON.stringify(description) },
  { name: 'specdrift.config.json', content: JSON.stringify(config) },
]

const formats = {
  'problem+json': { errors: [{ pointer: '#/amount', detail: 'must be at most 150' }] },
  FastAPI: {
    detail: [{ type: 'less_than_equal', loc: ['body', 'amount'], msg: 'Input should be less', ctx: { le: 150 } }],
  },
  Spring: { errors: [{ field: 'amount', defaultMessage: 'must be less than or equal to 150' }] },
  ajv: { errors: [{ instancePath: '/amount', keyword: 'maximum', params: { limit: 150 }, message: 'must be <= 150' }] },
  'JSON:API': { errors: [{ status: '422', source: { pointer: '/amount' }, detail: 'Amount must be <= 150.' }] },
}

/** Accepts amounts up to `most`. Rejects others with the response `refusal`. */
async function startOrders(
  refusal: object | ((body: string) => object),
  most: number,
  accepted: number[],
): Promise<string> {
  const port = await started(
    createServer(async (request, response) => {
      let heard = ''
      for await (const chunk of request) heard += chunk
      const amount: unknown = read(heard)
      const isTaken = typeof amount === 'number' && amount <= most
      if (isTaken) accepted.push(amount)
      response.writeHead(isTaken ? 201 : 422, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isTaken ? {} : typeof refusal === 'function' ? refusal(heard) : refusal))
    }),
  )
  return `http://127.0.0.1:${port}`
}

function read(body: string): unknown {
  try {
    return JSON.parse(body).amount
  } catch {
    return undefined
  }
}

async function generate(base: string) {
  return inFolder(files, async (cwd) => {
    const cli = (...line: string[]) => runCli(run, line, { cwd })
    await cli('snapshot', 'add', 'demo', 'openapi.json', '--id', 'v1')
    await cli('test', 'demo', '--base-url', base, '--generate', 'positive')
    const report: Report = JSON.parse(await readFile(join(cwd, 'reports/demo/report.json'), 'utf8'))
    const { stdout } = await cli('patch', 'demo', '--format', 'json')
    const snapshot = await readFile(join(cwd, 'specs/demo/v1.json'), 'utf8').catch(() => '')
    return { report, patch: JSON.parse(stdout), snapshot }
  })
}

test.each(Object.entries(formats))(
  'refusals of %s teach a bound, and the next request keeps it',
  async (_name, refusal) => {
    const accepted: number[] = []
    const { report, patch, snapshot } = await generate(await startOrders(refusal, 150, accepted))
    expect(accepted[0]).toBe(150)
    const [hint] = report.hints
    expect(hint?.message).toMatch(
      /^valid requests are refused unless body \/amount is at most 150 \(\d+ refusals, and one that keeps it was accepted\)/,
    )
    expect(patch).toContainEqual({ op: 'add', path: '/components/schemas/Order/properties/amount/maximum', value: 150 })
    expect(snapshot).not.toContain('maximum')
  },
)

test('learns nothing from a rejection that names a satisfied constraint or a missing part', async () => {
  const accepted: number[] = []
  const wrong = {
    errors: [
      { field: 'amount', message: 'must be at most 5000' },
      { field: 'nothing', message: 'is required' },
    ],
  }
  const { report, patch } = await generate(await startOrders(wrong, 150, accepted))
  expect(accepted).toEqual([])
  expect(report.hints).toEqual([])
  expect(patch).toEqual([])
})

test('learns only the limit of a range that requests violated', async () => {
  const accepted: number[] = []
  const refusal = (body: string) => ({
    errors: [
      { field: 'amount', message: 'must be between 1 and 150' },
      ...(body.includes('"note"') ? [{ field: 'note', message: 'is required' }] : []),
    ],
  })
  const { report, patch } = await generate(await startOrders(refusal, 150, accepted))
  expect(accepted[0]).toBe(150)
  expect(report.hints.map(({ message }) => /unless (body \S+)/.exec(message)?.[1])).toEqual(['body /amount'])
  expect(patch).toEqual([{ op: 'add', path: '/components/schemas/Order/properties/amount/maximum', value: 150 }])
})
