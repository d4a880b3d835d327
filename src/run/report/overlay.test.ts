import { describe, expect, it } from 'vitest'
import { applyPatch } from '../../description/editing/json-patch.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/json.ts'
import { jsonPath, type Overlay, overlayOf, overlayText } from './overlay.ts'

const description: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: {
    "/o'rders/{id}": {
      get: {
        parameters: [
          { name: 'a', in: 'query', schema: { type: 'string' } },
          { name: 'b', in: 'query', schema: { type: 'string', enum: ['x', 'y'] } },
        ],
        responses: { '200': { description: 'ok' } },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'note'],
        properties: { id: { type: 'integer', minimum: 1 }, note: { $ref: '#/components/schemas/Note' } },
      },
      Note: { type: 'string', enum: ['A', 'B'] },
    },
  },
} satisfies Json

const document = parseDocument({ content: JSON.stringify(description), name: 'shop@v1', file: 'specs/shop/v 1.yaml' })

/**
 * Applies an overlay according to https://spec.openapis.org/overlay/v1.0.0.html#action-object: an update is merged into an object
 * or appended to a list; a removal deletes the target. Fails for anything the version forbids.
 */
function apply(root: Json, { actions }: Overlay): Json {
  const result: unknown = structuredClone(root)
  for (const { target, update, remove } of actions) {
    const steps = [...target.matchAll(/\[(?:(\d+)|'((?:[^'\\]|\\.)*)')\]/g)].map(([, index, name]) =>
      index === undefined
        ? JSON.parse(`"${(name ?? '').replaceAll("\\'", "'").replaceAll('"', '\\"')}"`)
        : Number(index),
    )
    expect(
      `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step.replaceAll("'", "\\'")}']`)).join('')}`,
    ).toBe(target)
    // biome-ignore lint/suspicious/noExplicitAny: what is walked is any JSON
    const holder: any = steps.slice(0, -1).reduce((node: any, step) => node[step], result)
    const last = steps.at(-1)
    const selected = last === undefined ? result : holder[last]
    // The specification allows targets that select no node, but we never write them.
    expect(typeof selected === 'object' && selected !== null).toBe(true)
    if (remove === true) Array.isArray(holder) ? holder.splice(Number(last), 1) : delete holder[last ?? '']
    else if (Array.isArray(selected)) selected.push(update)
    else merge(selected, update)
  }
  return result as Json
}

// biome-ignore lint/suspicious/noExplicitAny: what is merged is any JSON
function merge(into: any, update: any): void {
  for (const [key, value] of Object.entries(update)) {
    if (isObject(value) && isObject(into[key])) merge(into[key], value)
    else {
      // Implementations merge lists, or an object with another type, differently.
      expect(typeof into[key] === 'object' && into[key] !== null).toBe(false)
      into[key] = value
    }
  }
}

const order = '/components/schemas/Order'
const get = "/paths/~1o'rders~1{id}/get"

describe('an overlay has the same effect as the patch', () => {
  it.each<readonly [string, readonly PatchOperation[]]>([
    ['a member is added', [{ op: 'add', path: `${order}/properties/id/nullable`, value: true }]],
    ['a text is replaced', [{ op: 'replace', path: `${order}/properties/id/type`, value: 'number' }]],
    ['a text becomes a list', [{ op: 'replace', path: `${order}/properties/id/type`, value: ['integer', 'null'] }]],
    [
      'an object is replaced',
      [{ op: 'replace', path: `${order}/properties/note`, value: { anyOf: [{ $ref: '#/components/schemas/Note' }] } }],
    ],
    ['an entry is added to a list', [{ op: 'add', path: '/components/schemas/Note/enum/-', value: 'C' }]],
    ['an entry of texts is removed', [{ op: 'remove', path: `${order}/required/1` }]],
    [
      'two of them, from behind',
      [
        { op: 'remove', path: `${order}/required/1` },
        { op: 'remove', path: `${order}/required/0` },
      ],
    ],
    ['a list is removed', [{ op: 'remove', path: `${order}/required` }]],
    ['a number is removed', [{ op: 'remove', path: `${order}/properties/id/minimum` }]],
    ['an object of a list is removed', [{ op: 'remove', path: `${get}/parameters/0` }]],
    ['a text of an object of a list is removed', [{ op: 'remove', path: `${get}/parameters/0/name` }]],
    ['a list in an object in a list', [{ op: 'remove', path: `${get}/parameters/1/schema/enum/0` }]],
    ['a response', [{ op: 'add', path: `${get}/responses/404`, value: { description: 'gone' } }]],
    [
      'several',
      [
        { op: 'add', path: `${order}/properties/more`, value: { type: 'number' } },
        { op: 'remove', path: `${order}/required/0` },
      ],
    ],
    ['nothing', []],
  ])('%s', (_what, operations) => {
    const overlay = overlayOf(document, { operations, taken: [], left: [] })
    expect(apply(description, overlay)).toEqual(applyPatch(description, operations))
    expect(overlayOf(document, { operations, taken: [], left: [] })).toEqual(overlay)
  })
})

it('names its description and is valid YAML', () => {
  const operations: PatchOperation[] = [{ op: 'remove', path: `${order}/required/1` }]
  expect(overlayText(overlayOf(document, { operations, taken: [], left: [] }))).toBe(`overlay: 1.0.0
info:
  title: shop@v1 as the API responds
  version: 1.0.0
extends: specs/shop/v%201.yaml
actions:
  - target: $['components']['schemas']['Order']['required']
    remove: true
  - target: $['components']['schemas']['Order']
    update:
      required:
        - id
`)
})

it.each([
  ['', '$'],
  ['/a/0', "$['a']['0']"],
  ['/l/0', "$['l'][0]"],
  ["/it's~1~0", "$['it\\'s/~']"],
  ['/back\\slash', "$['back\\\\slash']"],
  ['/line\nbreak\u000b', "$['line\\nbreak\\u000b']"],
])('the pointer %j is %s (RFC 9535, §2.7)', (pointer, path) => {
  expect(jsonPath(pointer, { a: {}, l: [1] })).toBe(path)
})
