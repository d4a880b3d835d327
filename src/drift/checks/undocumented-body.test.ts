import { expect, it } from 'vitest'
import { draftsOf, inspectionOf } from '../../testing/check-tester.ts'
import check from './undocumented-body.ts'

const responses = '{ 200: { description: ok }, 204: { description: none } }'

it('warns of a body without documented content', () => {
  expect(inspectionOf({ responses, body: { a: 1 } }).findings).toMatchObject([
    { ruleId: 'undocumented-body', severity: 'warning', site: { part: '200', pointer: '' } },
  ])
  expect(draftsOf(check, { responses, body: {} })[0]?.patch).toEqual([
    { op: 'add', path: '/paths/~1things/get/responses/200/content', value: { 'application/json': {} } },
  ])
})

it('ignores empty bodies, and 204, which body-presence checks', () => {
  expect(draftsOf(check, { responses })).toEqual([])
  expect(draftsOf(check, { responses, status: 204, raw: 'x' })).toEqual([])
})

it('groups error bodies for all of 4XX', () => {
  const { findings } = inspectionOf({ responses: '{ 404: { description: none } }', status: 404, body: {} })
  expect(findings).toMatchObject([{ ruleId: 'undocumented-body', site: { part: '404', status: '4XX' } }])
})
