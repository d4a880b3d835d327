import { describe, expect, it } from 'vitest'
import { ToolError } from '../../model/errors.ts'
import { defineCheck } from '../../model/observation.ts'
import { descriptionOf, inspectionOf } from '../../testing/check-tester.ts'
import { createRedactor } from '../redaction/redact.ts'
import { createInspector, mergeFindings } from './inspect.ts'

const description = descriptionOf(`
openapi: 3.0.3
info: { title: t, version: '1' }
servers: [{ url: /api }]
paths:
  /loans/{id}:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  required: [id, initialBorrow]
                  properties:
                    id: { type: integer }
                    initialBorrow: { type: number }
                    token: { type: string, enum: [a] }
                    note: { type: string, x-assumed: true }
        4XX: { description: no, content: { application/json: { schema: { type: object } } } }
`)
const inspector = createInspector(description)
const response = (body: unknown, more: object = {}) => ({
  ...{ method: 'GET', path: '/api/loans/42?x=1', status: 200, headers: { 'Content-Type': 'application/json' } },
  body: JSON.stringify(body),
  ...more,
})

describe('a finding', () => {
  const { findings } = inspector.inspect(response([{ id: 1, initialBorrow: 1 }, { id: 2 }, { id: 3 }]))

  it('groups all locations of a violation, with the first as evidence', () => {
    expect(findings).toEqual([
      {
        ruleId: 'required-conformance',
        kind: 'drift',
        verdict: 'breaking',
        severity: 'error',
        state: 'new',
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        message: 'is required and missing',
        why: expect.any(String),
        fix: expect.any(String),
        site: {
          operation: 'GET /loans/{id}',
          direction: 'response',
          part: '200 application/json',
          pointer: '/*/initialBorrow',
        },
        reaches: ['GET /loans/{id}'],
        source: { revision: { file: 'test.yaml', line: 17, column: expect.any(Number) } },
        before: ['id', 'initialBorrow'],
        evidence: {
          instancePointer: '/1',
          observed: ['id'],
          status: 200,
          curl: `curl -sS "$SPECDRIFT_BASE_URL"'/api/loans/42?x=1'`,
          variables: ['SPECDRIFT_BASE_URL'],
          samples: 2,
          examples: [
            { instancePointer: '/1', observed: ['id'] },
            { instancePointer: '/2', observed: ['id'] },
          ],
        },
        patch: [{ op: 'remove', path: expect.stringMatching(/required\/1$/) }],
      },
    ])
  })

  it('shows three locations and counts all', () => {
    const many = inspector.inspect(response(Array.from({ length: 9 }, (_, id) => ({ id })))).findings
    expect(many.map(({ evidence }) => [evidence?.samples, evidence?.examples?.length])).toEqual([[9, 3]])
  })

  it('keeps its fingerprint if array index, value and call differ', () => {
    const again = inspector.inspect(response([{ id: 7 }], { path: '/loans/43' })).findings
    expect(again.map((finding) => finding.fingerprint)).toEqual(findings.map((finding) => finding.fingerprint))
  })

  it('about an assumed part has severity info and says so', () => {
    expect(inspector.inspect(response([{ id: 1, initialBorrow: 1, note: 5 }])).findings).toMatchObject([
      {
        severity: 'info',
        verdict: 'compatible',
        assumed: true,
        message: 'the assumption is wrong: is of type integer, not string',
      },
    ])
  })

  it('names the matching response key', () => {
    const refused = inspector.inspect(response('no', { status: 404 })).findings
    expect(refused).toMatchObject([{ ruleId: 'type-conformance', site: { part: '4XX application/json', pointer: '' } }])
  })

  it('redacts secrets by key and value in message, patch and evidence', () => {
    const redact = createRedactor({ values: ['s3cr3t-value'] })
    const body = [{ id: 1, initialBorrow: 'is s3cr3t-value', token: 'abcdef' }]
    const { findings } = createInspector(description, { redact }).inspect(
      response(body, { requestHeaders: { Authorization: 'Bearer xyz123' } }),
    )
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(['enum-conformance', 'type-conformance'])
    expect(JSON.stringify(findings)).not.toMatch(/s3cr3t|abcdef|xyz123/)
  })
})

describe('reports as not checked', () => {
  it('a response from an intermediary', () => {
    expect(inspector.inspect(response('x', { status: 503 }))).toMatchObject({
      outcome: 'gateway',
      findings: [],
      notChecked: [{ operation: 'GET /loans/{id}', because: 'no response of the application was received (gateway)' }],
    })
  })

  it('a path that no operation matches', () => {
    const { outcome, notChecked } = inspector.inspect(response([], { path: '/nowhere?token=abc', status: 404 }))
    expect({ outcome, notChecked }).toEqual({
      outcome: 'inconclusive',
      notChecked: [{ what: 'GET /nowhere', because: 'no operation of the description matches it' }],
    })
  })
})

it('a check that crashes is an error, never "nothing found"', () => {
  const broken = defineCheck({
    ...{ id: 'broken', title: '', why: '', fix: '', severity: 'error' },
    judge: () => {
      throw new TypeError('oops')
    },
  })
  const crash = () => inspectionOf({ body: 1 }, { checks: [broken] })
  expect(crash).toThrow(ToolError)
  expect(crash).toThrow('The rule broken crashed at GET /things: oops.')
})

it('an expected 401 counts as received', () => {
  const refused = {
    ...{
      request: { method: 'GET', path: '/', headers: {} },
      status: 403,
      headers: {},
      milliseconds: 1,
      authenticated: true,
    },
  }
  const [operation] = description.operations
  if (operation === undefined) throw new Error('no operation')
  expect(inspector.inspectOperation(operation, refused).outcome).toBe('unauthorized')
  const expected = (status: number): boolean => status === 403
  expect(inspector.inspectOperation(operation, refused, { expected }).outcome).toBe('received')
})

it('merges findings of several calls: sums samples, joins tests, sorts', () => {
  const seen = (test: string) => {
    const { operations } = description
    const observation = {
      request: { method: 'GET', path: '/', headers: {} },
      status: 200,
      milliseconds: 1,
      authenticated: false,
    }
    const sent = { ...observation, headers: { 'content-type': 'application/json' }, body: '[{"id":"1"}]' }
    return operations.flatMap((operation) => inspector.inspectOperation(operation, sent, { test }).findings)
  }
  const merged = mergeFindings([...seen('second'), ...seen('first'), ...seen('first')])
  expect(merged.map(({ ruleId, evidence }) => [ruleId, evidence?.samples, evidence?.tests])).toEqual([
    ['required-conformance', 3, ['first', 'second']],
    ['type-conformance', 3, ['first', 'second']],
  ])
})
