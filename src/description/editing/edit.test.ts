import { describe, expect, it } from 'vitest'
import type { PatchOperation } from '../../model/finding.ts'
import { editSource } from './edit.ts'

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
  ])('%s and keeps the rest unchanged', (_, operation, before, after) => {
    const edited = edit(yaml, operation)
    if (operation.path === '/properties/note') expect(edited).toContain("  note: {type: 'null'}\n\n  # The last one.\n")
    else expect(edited).toBe(yaml.replace(before, () => after))
  })

  it('writes long values on separate lines', () => {
    const properties = Object.fromEntries(['alpha', 'beta', 'gamma', 'delta'].map((name) => [name, { type: 'string' }]))
    expect(edit('a:\n  b: 1 # c\n', { op: 'add', path: '/a/properties', value: properties })).toBe(
      'a:\n  b: 1 # c\n  properties:\n    alpha:\n      type: string\n    beta:\n      type: string\n    gamma:\n      type: string\n    delta:\n      type: string\n',
    )
  })

  it.each([
    ['a member behind an alias', 'a: &x { b: 1 }\nc: *x\n', '/c/b'],
    ['a member that others reference', 'a: &x { b: 1 }\nc: *x\n', '/a/b'],
    ['what comes by a merge key', 'a: &x { b: 1 }\nc: { <<: *x, d: 1 }\n', '/c/b'],
    ['what is not there', 'a: 1\n', '/b'],
  ])('rejects %s', (_, text, path) => {
    expect(() => edit(text, { op: 'remove', path })).toThrow(/^a\.yaml was not patched: /)
  })

  it('keeps CRLF line breaks', () => {
    expect(edit('a:\r\n  b: 1\r\n', { op: 'add', path: '/a/c', value: 2 })).toBe('a:\r\n  b: 1\r\n  c: 2\r\n')
  })
})

it('removing the last item of a one-line JSON list changes only the list', () => {
  expect(edit('{"a": [1, 2, 3]}', { op: 'remove', path: '/a/2' })).toBe('{"a": [1, 2]}')
  expect(edit('{\n  "a": ["x", "y"]\n}\n', { op: 'remove', path: '/a/1' })).toBe('{\n  "a": ["x"]\n}\n')
})

it('unaffected text is unchanged', () => {
  const odd = 'a:   0x1F  # hex\nb: [x,y]\n\n\nc: 123456789012345678901\nd:\n- >\n  folded\n  text\n- "two\n   lines"\n'
  expect(edit(odd, { op: 'add', path: '/new', value: 1 })).toBe(`${odd}new: 1\n`)
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
