import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../model/json.ts'
import { inContexts, schemaContexts } from '../testing/cases/schema-contexts.ts'
import { findingsBetween } from '../testing/rule-tester.ts'
import { inFull, runsOf } from '../testing/runs.ts'

fc.configureGlobal({ seed: Number(process.env.SPECDRIFT_SEED ?? 20_261_124) })

const text = { type: 'string' } as const
const open = (properties: JsonObject, required: readonly string[] = []): JsonObject => {
  return { type: 'object', properties, ...(required.length > 0 && { required: [...required] }) }
}
const [a, b] = ['a', 'b'].map((tag) => open({ tag: { type: 'string', enum: [tag] }, [tag]: text }, ['tag']))

/** A common mistake in published descriptions: an unsatisfiable schema, because `additionalProperties` ignores the `allOf`. */
const refusing = (required: readonly string[], id: JsonObject = text): JsonObject => {
  return { additionalProperties: false, allOf: [open({ id, name: text })], type: 'object', required: [...required] }
}

/** Edits of every kind, tried in both directions. */
const edits: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = {
  'another type': [text, { type: 'integer' }],
  'a wider type': [{ type: 'integer' }, { type: 'number' }],
  'one more type': [text, { type: ['string', 'boolean'] }],
  null: [text, { type: ['string', 'null'] }],
  'a value of an enum': [
    { type: 'string', enum: ['x', 'y'] },
    { type: 'string', enum: ['x'] },
  ],
  'values of an enum': [
    { type: 'string', enum: ['x', 'y'] },
    { type: 'string', enum: ['x', 'z'] },
  ],
  'an enum': [text, { type: 'string', enum: ['x', 'y'] }],
  'a lower bound': [
    { type: 'integer', minimum: 1 },
    { type: 'integer', minimum: 5 },
  ],
  'an upper bound': [{ type: 'number' }, { type: 'number', maximum: 5 }],
  'a length': [
    { type: 'string', maxLength: 9 },
    { type: 'string', maxLength: 3 },
  ],
  'a number of items': [
    { type: 'array', items: text },
    { type: 'array', items: text, minItems: 2 },
  ],
  'unique items': [
    { type: 'array', items: text },
    { type: 'array', items: text, uniqueItems: true },
  ],
  items: [
    { type: 'array', items: text },
    { type: 'array', items: { type: 'integer' } },
  ],
  'a pattern': [text, { type: 'string', pattern: '^[a-z]+$' }],
  'another pattern': [
    { type: 'string', pattern: '^[a-c]+$' },
    { type: 'string', pattern: '^[a-z]+$' },
  ],
  'a format': [text, { type: 'string', format: 'uuid' }],
  multipleOf: [{ type: 'integer' }, { type: 'integer', multipleOf: 5 }],
  required: [open({ id: text }), open({ id: text }, ['id'])],
  'a branch that only requires': [
    { anyOf: [open({ id: text, name: text }, ['id']), open({ id: text, name: text }, ['name'])] },
    { anyOf: [open({ id: text, name: text }, ['id'])] },
  ],
  'required in an object that refuses the property': [refusing(['id', 'name']), refusing(['id'])],
  'the type of a property of an object that refuses it': [refusing(['id']), refusing(['id'], { type: 'integer' })],
  'the type of a property': [open({ id: text }), open({ id: { type: 'integer' } })],
  'the types of two properties': [
    open({ id: text, name: text }),
    open({ id: { type: 'integer' }, name: { type: 'integer' } }),
  ],
  'the enum of a property': [
    open({ id: { type: 'string', enum: ['x', 'y'] } }),
    open({ id: { type: 'string', enum: ['x'] } }),
  ],
  'a property of a property': [open({ id: open({ deep: text }) }), open({ id: open({ deep: { type: 'integer' } }) })],
  'a required property': [open({ id: text }), open({ id: text, more: text }, ['more'])],
  'an optional property': [open({ id: text }), open({ id: text, more: text })],
  'values of a map': [
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: { type: 'integer' } },
  ],
  'undeclared properties': [{ ...open({ id: text }), additionalProperties: false }, open({ id: text })],
  'a part of allOf': [{ allOf: [open({ id: text })] }, { allOf: [open({ id: text }), open({ id: { enum: ['x'] } })] }],
  'a branch': [{ oneOf: [a ?? {}, b ?? {}] }, { oneOf: [a ?? {}] }],
  'a branch of scalars': [
    { anyOf: [text, { type: 'integer' }, { type: 'array', items: text }] },
    { anyOf: [text, { type: 'integer' }] },
  ],
  'a type in a branch': [
    { oneOf: [a ?? {}, b ?? {}] },
    { oneOf: [open({ tag: { type: 'string', enum: ['a'] }, a: { type: 'integer' } }, ['tag']), b ?? {}] },
  ],
}

/** Returns a description whose only operation sends and receives the schema within contexts. */
function descriptionOf(inner: JsonObject, contexts: readonly string[]): string {
  const { schema, schemas } = inContexts(contexts, inner)
  const content = { 'application/json': { schema } }
  const operation = { requestBody: { content }, responses: { 200: { description: '', content } } }
  const info = { title: 'Contexts', version: '1' }
  return JSON.stringify({ openapi: '3.1.0', info, paths: { '/x': { post: operation } }, components: { schemas } })
}

/** Returns the rules and verdicts of an edit without locations. Documentation depends on its location and is excluded. */
function verdictsOf(
  [before, after]: readonly [JsonObject, JsonObject],
  contexts: readonly string[],
): readonly string[] {
  const findings = findingsBetween(descriptionOf(before, contexts), descriptionOf(after, contexts))
  const judged = findings.filter(({ ruleId }) => ruleId !== 'documentation-changed')
  const rows = judged.flatMap(({ ruleId, verdict, site, uses }) => {
    const reached = uses ?? [{ direction: site.direction, verdict }]
    return reached.flatMap((one) => {
      const directions = one.direction === 'both' ? ['request', 'response'] : [one.direction ?? '']
      return directions.map((direction) => `${ruleId} ${direction} ${one.verdict}`)
    })
  })
  return [...new Set(rows)].sort()
}

const pairs = Object.entries(edits).flatMap(([name, [before, after]]) => [
  [name, before, after] as const,
  [`${name}, reversed`, after, before] as const,
])
const contextNames = Object.keys(schemaContexts)
const isOpenObject = ({ type, additionalProperties }: JsonObject): boolean =>
  type === 'object' && additionalProperties === undefined

function fits(before: JsonObject, after: JsonObject, [first, ...others]: readonly string[]): boolean {
  const needs = (name: string | undefined) => schemaContexts[name ?? '']?.needsOpenObject === true
  return !others.some(needs) && (!needs(first) || (isOpenObject(before) && isOpenObject(after)))
}

describe('the verdict of an edit', () => {
  it.each(contextNames)('is the same in %s', (context) => {
    const changed = pairs.flatMap(([name, before, after]) => {
      if (!fits(before, after, [context])) return []
      const [plain, inside] = [verdictsOf([before, after], []), verdictsOf([before, after], [context])]
      return JSON.stringify(plain) === JSON.stringify(inside) ? [] : [{ name, plain, inside }]
    })
    expect(changed).toEqual([])
  })

  // In this context every value matches both branches, so `oneOf` always rejects it.
  it.each(contextNames.filter((name) => name !== 'a property of every branch'))('is proven in %s', (context) => {
    const [before, after] = edits['the type of a property'] ?? [{}, {}]
    const findings = findingsBetween(descriptionOf(before, [context]), descriptionOf(after, [context]))
    expect(new Set(findings.map(({ ruleId, witness }) => `${ruleId} ${witness?.proven}`))).toEqual(
      new Set(['type-changed true']),
    )
  })

  it('is the same in nested contexts', () => {
    const names = fc.array(fc.constantFrom(...contextNames), { minLength: 2, maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...pairs), names, ([, before, after], contexts) => {
        fc.pre(fits(before, after, contexts))
        expect(verdictsOf([before, after], contexts)).toEqual(verdictsOf([before, after], []))
      }),
      { numRuns: runsOf(inFull(1000, 100)) },
    )
  })
})
