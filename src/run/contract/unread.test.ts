import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDocument } from '../../description/reading/load.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import { exitCodeOf } from '../../report/build.ts'
import { headlineOf } from '../../report/labels.ts'
import { diffDocuments } from './diff.ts'

const parse = (paths: string, components = '{}') =>
  parseDocument({
    content: `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: ${paths}\ncomponents: ${components}\n`,
    name: 'a',
    file: 'a',
  })
const report = (base: string, revision: string, components?: readonly [string, string]) =>
  diffDocuments(parse(base, components?.[0]), parse(revision, components?.[1]))

const get = (schema: string) =>
  `{ get: { responses: { '200': { description: d, content: { application/json: { schema: ${schema} } } } } } }`
const missing = "{ $ref: '#/components/schemas/Nope' }"

describe('an unresolved $ref', () => {
  test('on both sides is a row with all its operations, not "no changes"', async () => {
    const paths = `{ /a: ${get("{ $ref: '#/components/schemas/A' }")}, /b: ${get(missing)}, /c: ${get('{}')} }`
    const components = `{ schemas: { A: { type: array, items: { allOf: [${missing}] } } } }`
    const found = await report(paths, paths.replace('description: d', 'description: e'), [components, components])
    expect(found.findings.map(({ ruleId }) => ruleId)).toEqual(['documentation-changed'])
    expect(found.notChecked).toEqual([
      {
        what: 'a#/components/schemas/A/items/allOf/0/$ref',
        because: 'skipped: $ref #/components/schemas/Nope leads nowhere; what it leads to is not checked in GET /a',
      },
      {
        what: 'a#/paths/~1b/get/responses/200/content/application~1json/schema/$ref',
        because: 'skipped: $ref #/components/schemas/Nope leads nowhere; what it leads to is not checked in GET /b',
      },
    ])
    const same = await report(paths, paths, [components, components])
    expect(headlineOf(same, 0)).toBe('No changes found, 2 not checked')
  })

  test.each([
    ['a schema', `{ /a: ${get('{ type: string }')} }`, `{ /a: ${get(missing)} }`],
    [
      'a branch',
      `{ /a: ${get('{ oneOf: [{ type: string }, { type: array }] }')} }`,
      `{ /a: ${get(`{ oneOf: [{ type: string }, ${missing}] }`)} }`,
    ],
    ['a number', `{ /a: ${get('{ type: string }')} }`, `{ /a: ${get('{ $ref: 5 }')} }`],
    ['the whole description', `{ /a: ${get('{ type: string }')} }`, `{ /a: ${get("{ $ref: '#' }")} }`],
    ['an empty text', `{ /a: ${get('{ type: string }')} }`, `{ /a: ${get("{ $ref: '' }")} }`],
    ['a path item', `{ /a: ${get('{}')} }`, "{ /a: { $ref: 'a.yaml' } }"],
    [
      'a response',
      `{ /a: ${get('{}')} }`,
      "{ /a: { get: { responses: { '200': { $ref: '#/components/responses/Nope' } } } } }",
    ],
    [
      'a parameter',
      '{ /a: { get: { parameters: [{ name: q, in: query, required: true, schema: {} }], responses: {} } } }',
      "{ /a: { get: { parameters: [{ $ref: '#/components/parameters/Nope' }], responses: {} } } }",
    ],
    [
      'a parameter of the path',
      '{ /a: { parameters: [{ name: q, in: query, required: true, schema: {} }], get: { responses: {} } } }',
      "{ /a: { parameters: [{ $ref: 'b.yaml#/q' }], get: { responses: {} } } }",
    ],
    [
      'a request body',
      '{ /a: { post: { requestBody: { required: true, content: {} }, responses: {} } } }',
      "{ /a: { post: { requestBody: { $ref: '#/components/requestBodies/Nope' }, responses: {} } } }",
    ],
    [
      'a header',
      "{ /a: { get: { responses: { '200': { description: d, headers: { X: { required: true, schema: {} } } } } } } }",
      "{ /a: { get: { responses: { '200': { description: d, headers: { X: { $ref: '#/components/headers/Nope' } } } } } } }",
    ],
    [
      'a callback',
      "{ /a: { get: { callbacks: { c: { '{$url}': { post: { responses: {} } } } }, responses: {} } } }",
      "{ /a: { get: { callbacks: { c: { $ref: '#/components/callbacks/Nope' } }, responses: {} } } }",
    ],
  ])('on one side, %s: reported as not checked, without a finding', async (_, readable, unreadable) => {
    for (const [base, revision] of [
      [readable, unreadable],
      [unreadable, readable],
    ] as const) {
      const { findings, notChecked } = await report(base, revision)
      expect(findings.filter(({ verdict }) => verdict !== 'compatible')).toEqual([])
      expect(findings.map(({ ruleId }) => ruleId).filter((id) => id !== 'documentation-changed')).toEqual([])
      expect(notChecked.map(({ because }) => because)).toEqual([
        expect.stringMatching(/\$ref (.* not checked in |must be )/),
      ])
    }
  })

  test('only hides the content behind it', async () => {
    const paths = (schema: string, more: string) =>
      `{ /a: { get: { parameters: [{ name: q, in: query, schema: ${more} }], responses: { '200': { description: d, content: { application/json: { schema: ${schema} } } } } } } }`
    const { findings } = await report(paths('{ type: string }', '{}'), paths(missing, '{ maxLength: 3 }'))
    expect(findings.map(({ ruleId, verdict }) => `${verdict} ${ruleId}`)).toEqual(['breaking bound-narrowed'])
  })

  test('is never part of a proof', async () => {
    const body = (more: string) => `{ type: object, properties: { a: ${missing}, b: { type: string${more} } } }`
    const paths = (more: string) =>
      `{ /a: { post: { requestBody: { content: { application/json: { schema: ${body(more)} } } }, responses: {} } } }`
    const { findings } = await report(paths(''), paths(', maxLength: 3'))
    expect(findings).toMatchObject([
      { verdict: 'breaking', witness: { proven: false, reason: expect.stringContaining('cannot be followed') } },
    ])
  })

  test('nor is an invalid keyword', async () => {
    const { findings, notChecked } = await report(
      `{ /a: ${get('{ type: string, maxLength: "5" }')} }`,
      `{ /a: ${get('{ type: string, maxLength: "6" }')} }`,
    )
    expect(findings).toEqual([])
    expect(notChecked).toEqual([
      {
        what: 'a#/paths/~1a/get/responses/200/content/application~1json/schema',
        because: 'not compared: maxLength must be a non-negative integer',
      },
    ])
  })

  test('that hides everything gives no verdict', async () => {
    const paths = "{ /a: { $ref: 'a.yaml' } }"
    const found = await report(paths, paths)
    expect([found.findings, exitCodeOf(found)]).toEqual([[], 2])
    expect(found.notChecked.map(({ because }) => because)).toEqual([
      expect.stringContaining('not checked in every operation of /a'),
    ])
  })
})

test('a description with more than a thousand files is read completely', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'specdrift-files-'))
  try {
    const names = Array.from({ length: 1200 }, (_, index) => `p${index}`)
    for (const name of names) writeFileSync(join(cwd, `${name}.yaml`), 'get: { responses: {} }\n')
    const paths = names.map((name) => `  /${name}: { $ref: '${name}.yaml' }\n`).join('')
    writeFileSync(join(cwd, 'api.yaml'), `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n${paths}`)
    const document = await loadDocument('api.yaml', { cwd })
    expect(document.flaws).toEqual([])
    expect((await diffDocuments(document, document)).subjects).toHaveLength(1200)
  } finally {
    rmSync(cwd, { recursive: true })
  }
})
