import { expect, it } from 'vitest'
import { configuredInput, type ParameterSettings } from '../../drift/reach/settings.ts'
import { coverageGaps } from '../../report/summary/coverage-gaps.ts'
import { descriptionOf } from '../../testing/check-tester.ts'

const parameter = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`
const path = (text: string) =>
  `${JSON.stringify(text)}: { parameters: [${[...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name)).join(', ')}], get: { responses: { 200: { description: d } } }, put: { responses: { 200: { description: d } } } }`

/** Returns the settings that the report advises for operations without an existing value. */
function advised(lacking: readonly string[], all: readonly string[], name: string): ParameterSettings {
  const subjects = all.map((operation) => ({
    ...{ operation, calls: 1, outcomes: {}, statuses: [lacking.includes(operation) ? 404 : 200], findings: 0 },
    ...(lacking.includes(operation) && { notReached: true as const }),
  }))
  const notChecked = lacking.map((operation) => ({
    ...{ operation, what: 'not reached', because: 'status 404', kind: 'not-reached' as const, missing: [name] },
  }))
  const [gap] = coverageGaps({ kind: 'test', rules: [], subjects, notChecked })
  const text = /^("parameters": .*) in the config$/.exec(gap?.fix ?? '')?.[1] ?? ''
  const { parameters } = JSON.parse(`{ ${text} }`) as { readonly parameters: ParameterSettings }
  return parameters
}

it.each([
  ['one operation', ['GET /users/{id}'], 'id'],
  ['an operation with the same name elsewhere', ['GET /flows/{id}/runs'], 'id'],
  ['all operations below a resource', ['GET /users/{id}', 'PUT /users/{id}', 'GET /users/{id}/posts'], 'id'],
  ['a name that occurs once', ['GET /users/{id}/posts/{post}'], 'post'],
])(
  'the config line that the report advises gives the value to what lacks it, and to nothing else: %s',
  (_, lacking, name) => {
    const paths = ['/users/{id}', '/users/{id}/posts', '/users/{id}/posts/{post}', '/flows/{id}', '/flows/{id}/runs']
    const { operations } = descriptionOf(
      `{ openapi: 3.1.0, info: { title: t, version: "1" }, paths: { ${paths.map(path).join(', ')} } }`,
    )
    const parameters = advised(
      lacking,
      operations.map(({ key }) => key),
      name,
    )
    const given = operations
      .filter((one) => configuredInput(parameters, one).path?.[name] === '…')
      .map(({ key }) => key)
    expect(given).toEqual(expect.arrayContaining(lacking))
    // Below the same resource, the same value is meant.
    const place = /^\w+ (.*)$/.exec(lacking[0] ?? '')?.[1]?.split(`{${name}}`)[0]
    expect(given.filter((key) => !key.includes(`${place}{${name}}`))).toEqual([])
  },
)
