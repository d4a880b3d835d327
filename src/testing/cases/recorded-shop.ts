import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import type { Json } from '../../model/json.ts'
import { runCli } from '../cli/run-cli.ts'

type Run = Parameters<typeof runCli>[0]

/** Returns an exchange in NDJSON format. */
export const exchange = (method: string, url: string, status: number, body?: unknown, sent: object = {}) => ({
  request: { method, url, headers: { accept: '*/*' }, body: '', ...sent },
  response: {
    status,
    headers: body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' },
    body: body === undefined ? '' : JSON.stringify(body),
  },
})

/** Server of the recording. */
export const host = 'https://api.example.com'
const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank']
/** 24 orders, each requested twice, which is enough evidence for all inferences. */
export const shop = [
  ...Array.from({ length: 48 }, (_, index) => {
    const id = index % 24
    return exchange('GET', `${host}/v1/orders/${id + 1}?expand=${id % 2 === 0}&api_key=planted-secret`, 200, {
      id: id + 1,
      status: ['OPEN', 'CLOSED', 'ON_HOLD'][id % 3],
      manager: ['alice', 'bob'][id % 2],
      nickname: ['ALICE', 'BOB'][id % 2],
      created: `2026-11-0${(id % 9) + 1}T08:00:00Z`,
      note: id % 5 === 0 ? null : `text ${id}`,
      token: ['planted', 'secret'][id % 2],
      ...(id % 4 === 0 && { parent: { id, tree: [{ id }] } }),
      balances: { [`2026-01-${10 + id}`]: id / 2 },
    })
  }),
  ...people.map((name) => exchange('GET', `${host}/v1/users/${name}`, 200, { login: name, age: 30, city: 'Bern' })),
  exchange(
    'POST',
    `${host}/v1/orders`,
    201,
    { id: 99 },
    {
      headers: { authorization: 'Bearer planted-token', 'content-type': 'application/json', 'x-tenant': 'blue' },
      body: '{"amount":1.5}',
    },
  ),
  exchange('POST', `${host}/v1/orders`, 422, { error: 'amount' }, { body: '{"amount":-1}' }),
  exchange('DELETE', `${host}/v1/orders/7`, 204),
  exchange('GET', `${host}/v1/nothing`, 404, { error: 'not found' }),
  exchange('GET', 'https://cdn.example.org/a.js', 200),
]

const lines = (records: readonly unknown[]): string => records.map((each) => `${JSON.stringify(each)}\n`).join('')

/** Runs `describe` and parses its output as YAML. */
export async function drafted(run: Run, cwd: string, flags: readonly string[] = []) {
  const result = await runCli(run, ['describe', 'r.ndjson', ...flags], { cwd })
  // Output of our own program.
  return { ...result, document: (result.stdout === '' ? {} : load(result.stdout)) as Record<string, Json> }
}

/** Creates a folder with a recording. */
export function folder(records: readonly unknown[], files: Readonly<Record<string, string>> = {}): string {
  const cwd = mkdtempSync(join(tmpdir(), 'describe-'))
  for (const [name, text] of Object.entries({ 'r.ndjson': lines(records), ...files }))
    writeFileSync(join(cwd, name), text)
  return cwd
}

/** Returns the findings of `check` for the recording in a folder. */
export async function findings(run: Run, cwd: string, description: string): Promise<string[]> {
  const { stdout, stderr } = await runCli(run, ['check', 'r.ndjson', '--description', description, '--json'], { cwd })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout).findings.map(
    (each: { ruleId: string; message: string; site: Json }) =>
      `${each.ruleId} ${JSON.stringify(each.site)} ${each.message}`,
  )
}
