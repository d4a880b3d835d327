import { expect, it } from 'vitest'
import { descriptionOf } from '../../testing/check-tester.ts'
import type { RuleSettings } from '../../util/rule-settings.ts'
import { createInspector } from './inspect.ts'

const description = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths: { /a: { get: { responses: { '200': { description: d } } } } }
`)

function found(status: number, rules: RuleSettings = {}, expected?: (status: number) => boolean): readonly string[] {
  const [operation] = description.operations
  if (operation === undefined) throw new Error('it is there')
  const observation = {
    ...{ request: { method: 'GET', path: '/a', headers: {} }, headers: {}, milliseconds: 1 },
    ...{ status, authenticated: false },
  }
  const { findings } = createInspector(description, { rules }).inspectOperation(operation, observation, {
    ...(expected && { expected }),
  })
  return findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`)
}

it('reports an undocumented 5xx only as a server error', () => {
  expect(found(500)).toEqual(['server-error error'])
  expect(found(501)).toEqual(['server-error error'])
  expect(found(404)).toEqual(['status-code-conformance error'])
})

it('reports the undocumented status if the server-error check is off or less severe', () => {
  expect(found(500, { 'server-error': 'off' })).toEqual(['status-code-conformance error'])
  expect(found(500, { 'server-error': 'info' })).toEqual(['server-error info', 'status-code-conformance error'])
  expect(found(500, { 'status-code-conformance': 'info' })).toEqual(['server-error error'])
  expect(found(500, {}, (status) => status === 500)).toContain('status-code-conformance error')
})
