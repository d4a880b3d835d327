import { expect, it } from 'vitest'
import { describe } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import type { Finding } from '../../model/finding.ts'
import { inspectionOf } from '../../testing/check-tester.ts'
import { createInspector, mergeFindings } from '../checking/inspect.ts'
import { observationOf } from '../checking/recorded.ts'
import { mostViolations } from './ceiling.ts'

const schema = '{ type: array, items: { type: object, properties: { kind: { type: string, enum: [a] } } } }'
const kinds = (from: number, to: number) =>
  inspectionOf({
    schema,
    body: Array.from({ length: to - from }, (_, index) => ({ kind: `k${String(from + index).padStart(5, '0')}` })),
  }).findings
const more = (findings: readonly Finding[]) => findings.filter(({ message }) => message.startsWith('differs in more'))

it('reports the first of 20,000 unknown enum values by text and counts the rest in one finding', () => {
  const findings = kinds(0, 20_000)
  expect(findings).toHaveLength(mostViolations + 1)
  const observed = findings.map(({ evidence }) => evidence?.observed).sort()
  expect(observed.slice(0, mostViolations)).toEqual(
    Array.from({ length: 20 }, (_, at) => `k000${at < 10 ? 0 : ''}${at}`),
  )
  expect(more(findings)).toMatchObject([
    {
      ruleId: 'enum-conformance',
      severity: 'error',
      message: 'differs in more than 20 ways: 19980 more samples are counted together here',
      evidence: { samples: 19_980, examples: { length: 3 } },
      site: { pointer: '/*/kind' },
    },
  ])
  expect(more(findings)[0]).not.toHaveProperty('patch')
})

it('merges calls to the same findings in any order or grouping', () => {
  const calls = [kinds(30, 60), kinds(0, 10), kinds(10, 30)]
  const facts = (findings: readonly Finding[]) =>
    findings.map(({ fingerprint, message, evidence }) => [fingerprint, message, evidence?.samples])
  const all = facts(kinds(0, 60))
  expect(facts(mergeFindings(calls.flat()))).toEqual(all)
  expect(facts(mergeFindings(calls.reverse().flat()))).toEqual(all)
  expect(facts(mergeFindings([...mergeFindings([...kinds(0, 10), ...kinds(30, 60)]), ...kinds(10, 30)]))).toEqual(all)
})

it.each([
  ['undocumented-property', 'warning', '{ type: object, properties: { id: {} } }'],
  ['bounds-conformance', 'error', '{ type: object, additionalProperties: false, properties: { id: {} } }'],
])('merges 5,000 undocumented properties of one object for %s', (ruleId, severity, object) => {
  const extra = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, at]))
  const body = { in: { id: 1, ...extra } }
  const { findings } = inspectionOf({ schema: `{ type: object, properties: { in: ${object} } }`, body })
  expect(findings).toHaveLength(mostViolations + 1)
  expect(more(findings)).toMatchObject([{ ruleId, severity, site: { pointer: '/in' }, evidence: { samples: 4_980 } }])
})

it('keeps separate findings for documented properties, however many', () => {
  const properties = Array.from({ length: 30 }, (_, at) => `p${at}: { type: string }`)
  const body = Object.fromEntries(properties.map((_, at) => [`p${at}`, at]))
  expect(
    inspectionOf({ schema: `{ type: object, properties: { ${properties.join()} } }`, body }).findings,
  ).toHaveLength(30)
})

it('merges 5,000 undocumented parameters and headers per location, counting the first 100 of a request', () => {
  const responses = 'responses: { 200: { description: d } }'
  const content = `{ openapi: 3.0.3, info: { title: t, version: '1' }, paths: { /a: { get: { ${responses} } } } }`
  const description = describe(parseDocument({ content, name: 'd', file: 'd.yaml' }))
  const [operation] = description.operations
  if (operation === undefined) throw new Error('no operation')
  const names = Array.from({ length: 5_000 }, (_, at) => `n${at}`)
  const observation = observationOf({
    ...{ method: 'GET', path: `/a?${names.join('=1&')}=1`, status: 200, headers: {} },
    requestHeaders: Object.fromEntries(names.map((name) => [name, '1'])),
  })
  const { findings } = createInspector(description).inspectRecorded(operation, observation, { isOneOfMany: true })
  expect(findings).toHaveLength(2 * (mostViolations + 1))
  expect(more(findings).map(({ site, evidence }) => [site.part, evidence?.samples])).toEqual(
    expect.arrayContaining([
      ['query', 80],
      ['header', 80],
    ]),
  )
  expect(more(mergeFindings([...findings, ...findings])).map(({ evidence }) => evidence?.samples)).toEqual([160, 160])
})
