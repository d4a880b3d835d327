import { expect, it } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import { compareDocuments } from './diff.ts'

const documentWith = (operation: string) =>
  parseDocument({
    content: `{ openapi: 3.0.3, info: { title: T, version: '1' }, paths: { /a: { get: { ${operation} responses: {} } } } }`,
    name: 'a.yaml',
    file: 'a.yaml',
  })

it('an invalid sunset or stability level is reported once as not checked for both versions', () => {
  const base = documentWith('deprecated: true, x-sunset: soon,')
  const revision = documentWith('deprecated: true, x-sunset: soon, x-stability-level: experimental,')
  const { findings, notChecked } = compareDocuments(base, revision)
  expect(findings).toEqual([])
  expect(notChecked).toEqual([
    {
      what: 'a.yaml#/paths/~1a/get/x-sunset',
      because: 'x-sunset "soon" is no date (RFC 3339) or HTTP-date',
    },
    {
      what: 'a.yaml#/paths/~1a/get/x-stability-level',
      because: 'x-stability-level "experimental" is none of draft, alpha, beta, stable',
    },
  ])
})
