import { expect, it } from 'vitest'
import { exchangeOf } from '../../testing/check-tester.ts'
import { checks } from './index.ts'

it('each check has a severity, and says which calls it is for', () => {
  expect(
    checks.map(({ id, severity, generated, forUndocumented }) =>
      [id, severity, generated, forUndocumented === true ? 'undocumented' : undefined].filter(Boolean).join(' '),
    ),
  ).toEqual([
    'auth-ignored error negative',
    'body-presence error',
    'bounds-conformance error',
    'content-type-conformance error',
    'created-not-readable warning stateful',
    'deprecation-announced warning',
    'enum-conformance error',
    'format-conformance warning',
    'list-lacks-created warning stateful',
    'listed-not-readable warning stateful',
    'negative-accepted warning negative',
    'null-conformance error',
    'positive-rejected warning positive',
    'request-conformance warning',
    'required-conformance error',
    'response-headers-conformance error',
    'response-time warning',
    'server-error error',
    'status-code-conformance error',
    'type-conformance error',
    'undocumented-body warning',
    'undocumented-operation error undocumented',
    'undocumented-property warning',
    'update-not-visible warning stateful',
    'use-after-delete warning stateful',
    'variant-conformance error',
    'write-only-leak error',
  ])
})

it.each(checks.filter(({ reads }) => reads !== undefined))('$id finds nothing where its list is empty', (check) => {
  const { reads = 'violations' } = check
  for (const status of [200, 404, 500]) {
    const exchange = exchangeOf({
      schema: '{ type: object, properties: { a: { type: string } } }',
      status,
      body: { a: 1, b: 2 },
    })
    expect([check.inspect({ ...exchange, [reads]: [] }) ?? []].flat()).toEqual([])
  }
})

it.each(checks.filter(({ generated }) => generated !== undefined))(
  '$id finds nothing where nothing was generated',
  (check) => {
    for (const status of [200, 404, 500])
      expect([check.inspect(exchangeOf({ status, body: {} })) ?? []].flat()).toEqual([])
  },
)
