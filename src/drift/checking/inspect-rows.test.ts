import { expect, it } from 'vitest'
import type { Observation } from '../../model/observation.ts'
import { descriptionOf, inspectionOf } from '../../testing/check-tester.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'
import { createInspector } from './inspect.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /a:
    post:
      requestBody: { content: { text/csv: { schema: { type: object } } } }
      responses: { '200': { description: d, content: { application/json: { schema: { type: integer } } } } }
`)
const [operation] = description.operations
if (operation === undefined) throw new Error('it is there')
const json = { 'content-type': 'application/json' }
const observed: Observation = {
  request: { method: 'POST', path: '/a', headers: {} },
  ...{ status: 200, headers: json, milliseconds: 1, authenticated: false },
}

it('an unreadable body counts as present, and its content type is checked', () => {
  const inspect = (headers: Readonly<Record<string, string>>) => {
    const failure = { code: 'too-large', message: 'it is too large' }
    const { outcome, findings, notChecked } = createInspector(description).inspectOperation(operation, {
      ...{ ...observed, headers, failure },
    })
    return [outcome, findings.map(({ ruleId }) => ruleId), notChecked.map(({ because }) => because)]
  }
  expect(inspect(json)).toEqual(['inconclusive', [], ['it is too large']])
  expect(inspect({ 'content-type': 'text/csv' })).toEqual([
    'received',
    ['content-type-conformance'],
    ['it is too large'],
  ])
})

it('reports a response violation and an unchecked part of the request', () => {
  const { findings, notChecked } = createInspector(description).inspect({
    ...{ method: 'POST', path: '/a', requestHeaders: { 'content-type': 'text/csv' }, requestBody: 'a,b' },
    ...{ status: 200, headers: json, body: '"x"' },
  })
  expect([findings.map(({ ruleId }) => ruleId), notChecked.map(({ what }) => what)]).toEqual([
    ['type-conformance'],
    ['the request body text/csv'],
  ])
})

it('an aborted connection is no finding if its check is off for the operation', () => {
  const broken = { request: observed.request, headers: {}, milliseconds: 1, authenticated: false }
  const inspect = (rules: RuleSettings) =>
    createInspector(description, { rules }).inspectOperation(
      operation,
      { ...broken, failure: { code: 'ECONNRESET', message: 'reset' } },
      { isRepeated: true },
    )
  const off = (operations: string) => inspect({ 'server-error': [{ severity: 'off', operations }] })
  expect(off('POST /b').findings).toMatchObject([{ ruleId: 'server-error', severity: 'error' }])
  expect(off('POST /a')).toMatchObject({ outcome: 'unreachable', findings: [] })
})

it('reports lost digits only if a value is shown', () => {
  const rows = (raw: string) => {
    const schema = '{ properties: { a: {}, b: { type: string } } }'
    return inspectionOf({ schema, raw }).notChecked.map(({ what }) => what)
  }
  const huge = '9'.repeat(400)
  expect(rows(`{"a":${huge},"b":"x"}`)).toEqual([])
  expect(rows(`{"a":${huge},"b":1}`)).toEqual(['numbers in the body'])
})
