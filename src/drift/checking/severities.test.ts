import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'
import { createInspector } from './inspect.ts'

const properties = '{ id: { type: integer }, note: { type: string, x-assumed: true } }'
const schema = `{ type: array, items: { type: object, required: [initialBorrow], properties: ${properties} } }`
const description = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /loans/{id}: { get: { responses: { 200: { description: ok, content: { application/json: { schema: ${schema} } } } } } }`)
const headers = { 'content-type': 'application/json' }

describe('configured severities', () => {
  const severitiesWith = (rules: RuleSettings) =>
    createInspector(description, { rules })
      .inspect({ method: 'GET', path: '/loans/1', status: 200, headers, body: '[{ "id": "1", "note": 5 }]' })
      .findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`)

  it('apply to findings, except for assumed parts', () => {
    const rules = { 'required-conformance': 'warning', 'type-conformance': [{ severity: 'info' }] } as const
    expect(severitiesWith(rules)).toEqual([
      'required-conformance warning',
      'type-conformance info',
      'type-conformance info',
    ])
  })

  it('switch a check off everywhere or per location', () => {
    expect(severitiesWith({ 'type-conformance': 'off' })).toEqual(['required-conformance error'])
    const somewhere = { 'required-conformance': [{ severity: 'off', operations: 'GET /loans/**' }] } as const
    expect(severitiesWith(somewhere)).not.toContain('required-conformance error')
  })
})
