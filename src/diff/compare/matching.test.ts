import { describe, expect, it } from 'vitest'
import { descriptionWithPaths, findingsBetween } from '../../testing/rule-tester.ts'

function brief(before: string, after: string): string[] {
  const wrap = (operation: string) => descriptionWithPaths(`{ /x: ${operation} }`)
  return findingsBetween(wrap(before), wrap(after)).map(
    ({ verdict, ruleId, site }) => `${verdict} ${ruleId} ${site.part ?? ''}${site.pointer}`,
  )
}

const json = (schema: string, type = 'application/json') =>
  `{ description: '', content: { ${type}: { schema: ${schema} } } }`
const get = (...responses: string[]) => `{ get: { responses: { ${responses.join(', ')} } } }`

describe('statuses', () => {
  it('compares a newly listed status with the range or default that covered it', () => {
    const before = get(`'200': ${json('{}')}`, `4XX: ${json('{ type: object }')}`)
    expect(
      brief(
        before,
        get(`'200': ${json('{}')}`, `4XX: ${json('{ type: object }')}`, `'404': ${json('{ type: object }')}`),
      ),
    ).toEqual([])
    expect(
      brief(
        before,
        get(`'200': ${json('{}')}`, `4XX: ${json('{ type: object }')}`, `'404': ${json('{ type: string }')}`),
      ),
    ).toEqual(['breaking type-changed 404 application/json'])
    expect(
      brief(
        get(`default: ${json('{ type: object }')}`),
        get(`default: ${json('{ type: object }')}`, `'201': ${json('{ type: object }')}`),
      ),
    ).toEqual([])
  })

  it('compares a removed status with the range that now covers it', () => {
    expect(brief(get(`'404': ${json('{ type: object }')}`), get(`4XX: ${json('{ type: object }')}`))).toEqual([
      'compatible error-response-added 4XX',
    ])
  })
})

describe('media types', () => {
  const body = (type: string, schema = '{ type: string }') =>
    `{ post: { requestBody: { content: { '${type}': { schema: ${schema} } } }, responses: {} } }`

  it('ignores case and parameters', () => {
    expect(brief(body('application/json'), body('Application/JSON; charset=utf-8'))).toEqual([])
  })

  it('compares a type with the range that included it', () => {
    expect(brief(body('text/plain'), body('text/*'))).toEqual(['compatible media-type-widened body text/plain'])
    expect(brief(body('text/*'), body('text/plain'))).toEqual(['breaking media-type-narrowed body text/*'])
    expect(brief(get(`'200': ${json('{}', "'text/*'")}`), get(`'200': ${json('{}', 'text/plain')}`))).toEqual([
      'compatible media-type-narrowed 200 text/*',
    ])
  })
})

describe('operations', () => {
  it('are matched regardless of path parameter names, and those parameters are compared', () => {
    const paths = (name: string, type: string) =>
      descriptionWithPaths(
        `{ '/x/{${name}}': { parameters: [{ in: path, name: ${name}, required: true, schema: { type: ${type} } }], get: { responses: {} } } }`,
      )
    expect(findingsBetween(paths('id', 'string'), paths('key', 'integer')).map((finding) => finding.ruleId)).toEqual([
      'type-narrowed',
      'parameter-renamed',
    ])
  })

  it('are matched by operationId when they move, and compared', () => {
    const at = (path: string, more = '') =>
      descriptionWithPaths(`{ ${path}: { get: { operationId: read, parameters: [${more}], responses: {} } } }`)
    expect(findingsBetween(at('/a'), at('/b')).map((finding) => finding.ruleId)).toEqual(['operation-moved'])
    expect(
      findingsBetween(at('/a'), at('/b', '{ in: query, name: q, required: true, schema: {} }')).map(
        (finding) => finding.ruleId,
      ),
    ).toEqual(['operation-moved', 'required-parameter-added'])
  })
})

describe('requests sent by the API', () => {
  const event = (schema: string) =>
    `{ post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} } }`

  it('webhooks swap request and response', () => {
    const wrap = (schema: string) =>
      `{ openapi: 3.1.0, info: { title: T, version: '1' }, webhooks: { changed: ${event(schema)} } }`
    const found = findingsBetween(wrap('{ enum: [a] }'), wrap('{ enum: [a, b] }'))
    expect(found).toMatchObject([
      {
        ruleId: 'enum-widened',
        derivation: 'widened × response → breaking',
        site: { operation: 'webhook POST changed', part: 'body application/json' },
        witness: { proven: true, body: 'b' },
      },
    ])
  })

  it('callbacks swap request and response and belong to their operation', () => {
    const wrap = (schema: string) =>
      descriptionWithPaths(
        `{ /x: { post: { callbacks: { done: { '{$request.body#/url}': ${event(schema)} } }, responses: {} } } }`,
      )
    const found = findingsBetween(wrap('{ enum: [a, b] }'), wrap('{ enum: [a] }'))
    expect(found).toMatchObject([
      {
        ruleId: 'enum-narrowed',
        verdict: 'compatible',
        site: { operation: 'POST /x', part: 'callback POST done {$request.body#/url} body application/json' },
      },
    ])
  })
})
