import { expect, test } from 'vitest'
import { parseDocument } from '../../description/reading/parse.ts'
import { hostilePairs } from '../../testing/cases/hostile-descriptions.ts'
import { inFull } from '../../testing/runs.ts'
import { diffDocuments } from '../contract/diff.ts'

/** Sizes: superlinear algorithms show with the smaller ones too. */
const [few, many, tangled] = inFull([200, 1000, 100], [60, 250, 40])

const parse = (root: object) => parseDocument({ content: JSON.stringify(root), name: 'a', file: 'a' })

// A naive implementation would not terminate or overflow the stack.
test.each(hostilePairs)('$name: the edit at the end is found', async ({ base, revision }) => {
  const { findings } = await diffDocuments(parse(base), parse(revision))
  // The branches overlap, and exclusivity is a separate finding.
  const others = findings.filter(({ ruleId }) => !ruleId.startsWith('exclusivity'))
  expect(others.map(({ ruleId, site }) => `${ruleId} ${site.component}`)).toEqual([
    expect.stringMatching(/^bound-narrowed #\/components\/schemas\/S\d+$/),
  ])
})

test.each(hostilePairs)(
  '$name: no change between a description and itself',
  async ({ base }) => {
    const { findings } = await diffDocuments(parse(base), parse({ ...base, openapi: '3.2.0' }))
    expect(findings).toEqual([])
  },
  300_000,
)

test(`each of ${few} branches is edited: each edit is reported once`, async () => {
  const description = (maxLength?: number) => {
    const branch = (_: unknown, index: number) => ({
      type: 'object',
      required: ['kind', 'value'],
      properties: { kind: { const: index }, value: { type: 'string', ...(maxLength !== undefined && { maxLength }) } },
    })
    const schema = { oneOf: Array.from({ length: few }, branch) }
    const requestBody = { content: { 'application/json': { schema } } }
    const paths = { '/x': { post: { requestBody, responses: { 204: { description: 'd' } } } } }
    return parse({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })
  }
  const { findings } = await diffDocuments(description(), description(5))
  expect(new Set(findings.map(({ ruleId }) => ruleId))).toEqual(new Set(['bound-narrowed']))
  expect(findings).toHaveLength(few)
  expect(findings.filter(({ witness }) => witness?.proven !== true)).toEqual([])
})

test.each([
  ['in a list', () => ({ oneOf: branches(many) })],
  ['under a discriminator', () => ({ oneOf: branches(many), discriminator: { propertyName: 'kind' } })],
])(`each of ${many} branches is edited, %s: each edit is reported once`, async (_, schema) => {
  const { findings } = await diffDocuments(described(schema()), described(withLimits(schema())))
  const at = (index: number): string => `/oneOf/${index}/properties/value maxLength 5 now, was unbounded`
  expect(findings.map(({ ruleId, site, message }) => `${ruleId} ${site.pointer} ${message}`).sort()).toEqual(
    Array.from({ length: many }, (_, index) => `bound-narrowed ${at(index)}`).sort(),
  )
})

test(`each of ${many} branches that overlap is edited: each edit is reported once, and proven`, async () => {
  const schema = { anyOf: branches(many).map((branch) => ({ ...branch, properties: { value: { type: 'string' } } })) }
  const { findings } = await diffDocuments(described(schema), described(withLimits(schema)))
  expect(findings.map(({ ruleId, witness }) => `${ruleId} ${witness?.proven}`)).toEqual(
    Array.from({ length: many }, () => 'bound-narrowed true'),
  )
})

test(`${tangled} choices of the same ${tangled}, each of which is edited: each edit is reported once, and proven`, async () => {
  const names = Array.from({ length: tangled }, (_, index) => `U${index}`)
  const choice = { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) }
  const schemas = (more: object) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'object', properties: { k: { type: 'string', ...more }, [`to ${name}`]: choice } },
      ]),
    )
  const { findings } = await diffDocuments(described(choice, schemas({})), described(choice, schemas({ maxLength: 5 })))
  expect(findings.map(({ ruleId, site, witness }) => `${ruleId} ${site.component} ${witness?.proven}`).sort()).toEqual(
    names.map((name) => `bound-narrowed #/components/schemas/${name} true`).sort(),
  )
})

test('each of 3,000 properties is edited: edits without a proof have a reason', async () => {
  const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`p${index}`, { type: 'string' }]))
  const schema = { type: 'object', required: Object.keys(properties), properties }
  const { findings } = await diffDocuments(described(schema), described(withLimits(schema)))
  expect(findings).toHaveLength(3000)
  const reasons = new Set(findings.map(({ witness }) => (witness?.proven === false ? witness.reason : 'proven')))
  expect(reasons).toEqual(new Set(['proven', 'the proofs of findings took all that proofs may take']))
})

test('one of 20,000 listed values is removed: one finding', async () => {
  const values = Array.from({ length: 20_000 }, (_, index) => `v${index}`)
  const before = described({ oneOf: [{ type: 'string', enum: values }, { type: 'integer' }] })
  const after = described({ oneOf: [{ type: 'string', enum: values.slice(1) }, { type: 'integer' }] })
  const { findings } = await diffDocuments(before, after)
  expect(findings.map(({ ruleId, witness }) => [ruleId, witness?.proven])).toEqual([['enum-narrowed', true]])
})

const branches = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'object',
    required: ['kind', 'value'],
    properties: { kind: { const: `k${index}` }, value: { type: 'string' } },
  }))

function withLimits(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"type":"string"', '"type":"string","maxLength":5'))
}

function described(schema: object, schemas?: object) {
  const requestBody = { content: { 'application/json': { schema } } }
  const paths = { '/x': { post: { requestBody, responses: { 204: { description: 'd' } } } } }
  const components = schemas === undefined ? {} : { components: { schemas } }
  return parse({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...components })
}
