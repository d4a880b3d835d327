import { expect, it } from 'vitest'
import type { CallRecord } from '../../suite/calls/record.ts'
import { descriptionOf } from '../../testing/check-tester.ts'
import { defaultSuccesses } from './not-reached.ts'

const { operations } = descriptionOf(`
openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /a: { post: { responses: { 200: { description: d }, default: { description: error } } } }
  /b: { post: { responses: { default: { description: d } } } }
  /c: { post: { responses: { 2XX: { description: d }, default: { description: error } } } }
`)
const calls = ['/a', '/b', '/c'].flatMap((path) =>
  [200, 204, 204, 400].map((status) => ({ operation: `POST ${path}`, status }) as CallRecord),
)

it('names a success that only the default describes beside others', () => {
  expect(defaultSuccesses(operations, calls)).toEqual([
    { operation: 'POST /a', message: 'the status 204 is documented by default only, beside 200', n: 2 },
  ])
})
