import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const description = `openapi: 3.0.3
info: {title: Loans, version: '1'}
paths:
  /loans/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, example: 7}}
        - {name: expand, in: query, schema: {type: string, enum: [all]}}
        - {name: X-Tenant, in: header, required: true, schema: {type: string}}
      responses:
        '200':
          description: ok
          headers: {ETag: {required: true, schema: {type: string}}}
          content:
            application/json:
              schema:
                type: object
                required: [id, status, owner, rates]
                properties:
                  id: {type: integer}
                  status: {type: string, enum: [OPEN, CLOSED]}
                  owner: {type: object, properties: {name: {type: string}, mail: {type: string}}}
                  rates: {type: array, items: {type: object, properties: {year: {type: integer}, rate: {type: number}}}}
`
const parties = { consumer: { name: 'web' }, provider: { name: 'Loans' } }
const interaction = (response: object) => ({
  description: 'a loan',
  request: { method: 'GET', path: '/loans/7', query: { expand: ['all'] } },
  response: { status: 200, matchingRules: { body: { $: { matchers: [{ match: 'type' }] } } }, ...response },
})
const pactOf = (...interactions: object[]) =>
  JSON.stringify({ ...parties, interactions, metadata: { pactSpecification: { version: '3.0.0' } } })

async function checked(pact: string) {
  return inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'd.yaml'), description)
    await writeFile(join(cwd, 'pact.json'), pact)
    const { stdout, stderr, code } = await runCli(run, ['check', 'pact.json', '--description', 'd.yaml', '--json'], {
      cwd,
    })
    if (stdout === '') throw new Error(stderr)
    const { findings, notChecked } = JSON.parse(stdout)
    return {
      code,
      notChecked,
      found: findings.map(({ ruleId, site }: { ruleId: string; site: { pointer: string } }) =>
        `${ruleId} ${site.pointer}`.trim(),
      ),
    }
  })
}

it('checks the expectations of a pact: members and headers that it does not name are unknown', async () => {
  const { code, found } = await checked(pactOf(interaction({ body: { id: 7, owner: { name: 'x' } } })))
  expect([code, found]).toEqual([0, []])
})

it('finds expectations that violate the contract, and reports messages as not checked', async () => {
  const wrong = interaction({ body: { id: '7', status: 'PAUSED', nick: 'x' } })
  const message = { type: 'Asynchronous/Messages', contents: {} }
  const { code, found, notChecked } = await checked(
    pactOf(wrong, { ...wrong, request: { method: 'GET', path: '/owners' } }, message),
  )
  expect(code).toBe(1)
  expect(found).toEqual(
    expect.arrayContaining(['type-conformance /id', 'enum-conformance /status', 'undocumented-operation']),
  )
  expect(found).not.toContain('required-conformance')
  expect(notChecked).toContainEqual({ what: '1 record', because: 'it is no HTTP interaction' })
})

it('exports uses as a pact that produces the same uses when imported', async () => {
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'd.yaml'), description)
    await writeFile(join(cwd, 'pact.json'), pactOf(interaction({ body: { id: 7, rates: [{ rate: 1.5 }] } })))
    const withDescription = ['--description', 'd.yaml']
    await runCli(run, ['consumers', 'import', 'pact.json', ...withDescription], { cwd })
    const first = JSON.parse(await readFile(join(cwd, 'uses/web.json'), 'utf8')).operations
    const { code, stderr } = await runCli(run, ['consumers', 'pact', 'web', ...withDescription, '-o', 'out.json'], {
      cwd,
    })
    expect([code, stderr]).toEqual([0, expect.stringContaining('')])
    const pact = JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8'))
    expect(pact).toMatchObject({ ...parties, metadata: { pactSpecification: { version: '3.0.0' } } })
    expect(pact.interactions).toMatchObject([
      {
        request: { method: 'GET', path: '/loans/7', query: { expand: ['all'] } },
        response: { status: 200, body: { id: expect.any(Number), rates: [{ rate: expect.any(Number) }] } },
      },
    ])
    expect(JSON.stringify(pact)).not.toMatch(/year|owner|CLOSED/)
    expect((await runCli(run, ['check', 'out.json', ...withDescription], { cwd })).code).toBe(0)
    await runCli(run, ['consumers', 'import', 'out.json', ...withDescription, '--uses', 'again'], { cwd })
    const { operations } = JSON.parse(await readFile(join(cwd, 'again/web.json'), 'utf8'))
    expect(operations['GET /loans/{id}']).toMatchObject({
      sends: first['GET /loans/{id}'].sends,
      reads: first['GET /loans/{id}'].reads,
    })
  })
})

it('lists the consumers if the name is unknown', async () => {
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'd.yaml'), description)
    await writeFile(join(cwd, 'pact.json'), pactOf(interaction({ body: { id: 7 } })))
    await runCli(run, ['consumers', 'import', 'pact.json', '--description', 'd.yaml'], { cwd })
    const { code, stderr } = await runCli(run, ['consumers', 'pact', 'wep', '--description', 'd.yaml'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no consumer wep (did you mean web?)')])
  })
})
