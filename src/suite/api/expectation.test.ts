import { expect, test } from 'vitest'
import { operationsOf } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import { type Expectation, statusTest } from './expectation.ts'

function operationWith(...statuses: readonly string[]) {
  const responses = statuses.map((status) => `'${status}': { description: d }`).join(', ')
  const content = `{ openapi: 3.1.0, info: { title: t, version: '1' }, paths: { /x: { get: { responses: { ${responses} } } } } }`
  const operation = operationsOf(parseDocument({ content, name: 'test', file: 'test.yaml' }))[0]
  if (operation === undefined) throw new Error('the description of the test has no operation')
  return operation
}

test.each<[Expectation | undefined, string[], number[], number[]]>([
  [undefined, ['200', '4XX'], [200, 204], [301, 404, 500]],
  [undefined, ['default'], [200], [302, 404]],
  [undefined, ['301', '404'], [200, 301], [302, 404]],
  [404, ['200'], [404], [200, 400]],
  ['4XX', ['200'], [400, 499], [200, 500]],
  ['documented', ['200', '4xx'], [200, 404], [201, 500]],
  ['documented', ['default'], [200, 500], []],
])('%s with %j accepts %j, not %j', (expectation, statuses, met, unmet) => {
  const tested = statusTest(operationWith(...statuses), expectation)
  expect(met.filter((status) => !tested.met(status))).toEqual([])
  expect(unmet.filter((status) => tested.met(status))).toEqual([])
})

test('a rejection is only accepted if its status is expected explicitly', () => {
  const explicit = ([undefined, 'documented', 401, '4XX'] as const).map(
    (expectation) => statusTest(operationWith('200'), expectation).explicit,
  )
  expect(explicit).toEqual([false, false, true, true])
})

test.each([0, 99, 600, 4.5, Number.NaN])('%d is not a status', (status) => {
  expect(() => statusTest(operationWith('200'), status)).toThrow(expect.objectContaining({ code: 'USAGE' }))
})
