import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const root = resolve(import.meta.dirname, '../../..')

async function printed(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runCli(run, argv, { cwd: root })
  expect(stderr.replace(/^ {2}report .*\n/, '')).toBe('')
  return JSON.parse(stdout)
}

describe('schema report', () => {
  let schema: Record<string, unknown> = {}
  beforeAll(async () => {
    schema = await printed(['schema', 'report'])
  })

  it.each([
    ['diff', ['diff', 'lending@b01', 'lending@b02', '--json']],
    ['changelog', ['changelog', 'lending', '--format', 'json']],
    [
      'monitor',
      [
        'monitor',
        'lending',
        '--drift',
        'null@GET /main-account/balances/crypto',
        '--no-cross-check',
        '--format',
        'json',
      ],
    ],
  ])('holds for a real %s, and for nothing more', async (kind, argv) => {
    const validate = new Ajv2020().compile(schema)
    const report = await inFolder([], (folder) =>
      printed(kind === 'monitor' ? [...argv, '--reports-dir', folder, '--history-dir', folder] : argv),
    )
    expect(report.kind).toBe(kind)
    expect(validate(report) ? [] : validate.errors).toEqual([])
    expect(validate({ ...report, mood: 'good' })).toBe(false)
  })
})

describe('schema config', () => {
  it('accepts a config and rejects an unknown key, using a strict validator', async () => {
    const ajv = new Ajv2020({ strict: true })
    addFormats.default(ajv)
    const validate = ajv.compile(await printed(['schema', 'config']))
    const rules = { 'enum-widened': [{ severity: 'info', direction: 'response', operations: 'GET /internal/**' }] }
    expect(validate({ rules })).toBe(true)
    expect(validate({ rules, mood: 'good' })).toBe(false)
    const shop = { auth: [{ type: 'bearer', prefix: '/a', env: 'T' }] }
    expect(validate({ $schema: './config.json', apis: { shop } })).toBe(true)
    expect(validate({ apis: { shop: { auth: [{ type: 'bearer', prefix: 'a', env: 'T' }] } } })).toBe(false)
  })
})

it('prints the payload of a webhook', async () => {
  const { $id, properties } = await printed(['schema', 'notification'])
  expect($id).toBe('urn:specdrift:notification:1')
  expect(properties).toHaveProperty('regressed')
})

it('rejects other names', async () => {
  const { code, stderr } = await runCli(run, ['schema', 'mood'], { cwd: root })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('Allowed choices are report, config, exchange, notification'),
  ])
})
