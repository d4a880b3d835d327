import fc from 'fast-check'
import { dump } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { parseText } from '../reading/parse-text.ts'
import { editSource } from './edit.ts'
import { applyPatch } from './json-patch.ts'

const rootOf = (content: string) => parseText(content, 'a.yaml').root
const edit = (content: string, ...patch: PatchOperation[]) => editSource({ content, file: 'a.yaml' }, patch)

const yaml = `# A loan.
type: object   # open
required:
  # always
  - id
  - status # for now
properties:
  status: { type: string, enum: [OPEN] }
  note:
    type: string
    description: |
      Several
      lines.

  # The last one.
  owner:
    - a: 1
      b: 2
`

describe('an edit of YAML text', () => {
  it.each<readonly [string, PatchOperation, string, string]>([
    [
      'adds to a block',
      { op: 'add', path: '/properties/note/nullable', value: true },
      '      lines.\n',
      '      lines.\n    nullable: true\n',
    ],
    [
      'adds to a flow mapping',
      { op: 'add', path: '/properties/status/nullable', value: true },
      '[OPEN] }',
      '[OPEN], nullable: true }',
    ],
    ['adds to a flow list', { op: 'add', path: '/properties/status/enum/-', value: 'NO' }, '[OPEN]', "[OPEN, 'NO']"],
    [
      'adds to a block list',
      { op: 'add', path: '/required/-', value: 'note' },
      '- status # for now\n',
      '- status # for now\n  - note\n',
    ],
    ['adds at the end', { op: 'add', path: '/nullable', value: true }, '      b: 2\n', '      b: 2\nnullable: true\n'],
    [
      'replaces a scalar',
      { op: 'replace', path: '/type', value: 'string' },
      'type: object   # open',
      'type: string   # open',
    ],
    [
      'replaces a block',
      { op: 'replace', path: '/properties/note', value: { type: 'null' } },
      '    type: string\n    description: |\n      Several\n      lines.\n',
      '',
    ],
    ['removes a line', { op: 'remove', path: '/properties/note/type' }, '    type: string\n', ''],
    ['removes an item', { op: 'remove', path: '/required/1' }, '  - status # for now\n', ''],
    ['removes the first beside a dash', { op: 'remove', path: '/properties/owner/0/a' }, 'a: 1\n      b: 2', 'b: 2'],
    [
      'removes from a flow mapping',
      { op: 'remove', path: '/properties/status/type' },
      '{ type: string, enum',
      '{ enum',
    ],
    ['empties a flow list', { op: 'remove', path: '/properties/status/enum/0' }, '[OPEN]', '[]'],
  ])('%s and leaves the rest as it was', (_, operation, before, after) => {
    const edited = edit(yaml, operation)
    if (operation.path === '/properties/note') expect(edited).toContain("  note: {type: 'null'}\n\n  # The last one.\n")
    else expect(edited).toBe(yaml.replace(before, () => after))
  })

  it('writes long values in lines of their own', () => {
    const properties = Object.fromEntries(['alpha', 'beta', 'gamma', 'delta'].map((name) => [name, { type: 'string' }]))
    expect(edit('a:\n  b: 1 # c\n', { op: 'add', path: '/a/properties', value: properties })).toBe(
      'a:\n  b: 1 # c\n  properties:\n    alpha:\n      type: string\n    beta:\n      type: string\n    gamma:\n      type: string\n    delta:\n      type: string\n',
    )
  })

  it.each([
    ['what is behind an alias', 'a: &x { b: 1 }\nc: *x\n', '/c/b'],
    ['what others refer to', 'a: &x { b: 1 }\nc: *x\n', '/a/b'],
    ['what comes by a merge key', 'a: &x { b: 1 }\nc: { <<: *x, d: 1 }\n', '/c/b'],
    ['what is not there', 'a: 1\n', '/b'],
  ])('refuses %s', (_, text, path) => {
    expect(() => edit(text, { op: 'remove', path })).toThrow(/^a\.yaml was not patched: /)
  })

  it('keeps the line breaks of Windows', () => {
    expect(edit('a:\r\n  b: 1\r\n', { op: 'add', path: '/a/c', value: 2 })).toBe('a:\r\n  b: 1\r\n  c: 2\r\n')
  })
})

it('an edit of JSON text keeps its indentation', () => {
  const text = '{\n    "a": {\n        "enum": ["x"],\n        "b": 1\n    }\n}\n'
  expect(edit(text, { op: 'add', path: '/a/enum/-', value: 'y' })).toBe(text.replace('["x"]', '["x", "y"]'))
  expect(edit(text, { op: 'remove', path: '/a/b' })).toBe('{\n    "a": {\n        "enum": ["x"]\n    }\n}\n')
  expect(edit(text, { op: 'add', path: '/a/new', value: { c: 1 } })).toBe(
    text.replace('"b": 1', '"b": 1,\n        "new": { "c": 1 }'),
  )
  expect(edit('{"a":{"b":1}}', { op: 'replace', path: '/a/b', value: null })).toBe('{"a":{"b":null}}')
})

const names = fc.constantFrom('a', 'b c', '200', 'on', 'x-y', '#', '~', '/', "it's")
const texts = fc.constantFrom(
  'x',
  'yes',
  '1',
  '',
  ' s',
  'a: b',
  '#c',
  "it's",
  'two\nlines',
  '- d',
  '{',
  '2026-01-01',
  'long '.repeat(20),
)
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.constant(null), fc.boolean(), fc.nat(99), texts),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

/** Every location in a value that can be edited. */
function pointersIn(node: Json, at = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const added = joinPointer(at, Array.isArray(node) ? '-' : 'new')
  return [
    added,
    ...Object.entries(node).flatMap(([key, child]) => [
      joinPointer(at, key),
      ...pointersIn(child, joinPointer(at, key)),
    ]),
  ]
}

const writings: readonly ((value: Json) => string)[] = [
  (value) => dump(value, { noRefs: true }),
  (value) => dump(value, { noRefs: true, flowLevel: 2 }),
  (value) => dump(value, { noRefs: true, lineWidth: -1 }).replace(/\n(?=\S)/g, ' # said\n\n# more\n'),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
]

it('any edit of any writing changes what it is to change and nothing else', () => {
  const cases = fc.tuple(
    fc.dictionary(names, json, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    json,
    fc.nat(),
    fc.nat(2),
  )
  fc.assert(
    fc.property(cases, fc.constantFrom(...writings), ([root, value, pick, kind], write) => {
      const pointers = pointersIn(root)
      const path = pointers[pick % pointers.length] ?? ''
      const isNew = path.endsWith('/-') || path.endsWith('/new')
      const op = isNew ? 'add' : (['replace', 'remove', 'replace'] as const)[kind]
      const text = write(root)
      // A comment in the middle of a text is part of it: such a writing is another document.
      fc.pre(write !== writings[2] || !/[|>"]/.test(text))
      const operation: PatchOperation = { op: op ?? 'replace', path, ...(op !== 'remove' && { value }) }
      expect(rootOf(edit(text, operation))).toEqual(applyPatch(rootOf(text), [operation]))
    }),
    { numRuns: 300 },
  )
})
