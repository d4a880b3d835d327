import fc from 'fast-check'
import { dump } from 'js-yaml'
import { expect, it } from 'vitest'
import type { PatchOperation } from '../../model/finding.ts'
import type { Json } from '../../model/json.ts'
import { inFull } from '../../testing/runs.ts'
import { joinPointer } from '../../util/pointer.ts'
import { parseText } from '../reading/parse-text.ts'
import { editSource } from './edit.ts'
import { applyPatch } from './json-patch.ts'

const rootOf = (content: string) => parseText(content, 'a.yaml').root
const edit = (content: string, ...patch: PatchOperation[]) => editSource({ content, file: 'a.yaml' }, patch)

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

/** Returns every editable location in a value. */
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

function operationAt(path: string, kind: number, value: Json): PatchOperation {
  if (path.endsWith('/-') || path.endsWith('/new')) return { op: 'add', path, value }
  return kind === 1 ? { op: 'remove', path } : { op: 'replace', path, value }
}

const writings: readonly ((value: Json) => string)[] = [
  (value) => dump(value, { noRefs: true }),
  (value) => dump(value, { noRefs: true, flowLevel: 2 }),
  (value) => dump(value, { noRefs: true, lineWidth: -1 }).replace(/\n(?=\S)/g, ' # said\n\n# more\n'),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
]

it('an edit changes only its target, in every notation', () => {
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
      const text = write(root)
      // In this notation, comments would become part of a multi-line string.
      fc.pre(write !== writings[2] || !/[|>"]/.test(text))
      const operation = operationAt(path, kind, value)
      expect(rootOf(edit(text, operation))).toEqual(applyPatch(rootOf(text), [operation]))
    }),
    { numRuns: inFull(300, 100) },
  )
})

it('several edits have the same effect as sequential ones, in every notation', () => {
  const roots = fc.dictionary(names, json, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
  const picks = fc.array(fc.tuple(fc.nat(), fc.nat(2), json), { minLength: 2, maxLength: 6 })
  const writing = fc.constantFrom(...writings.filter((_, index) => index !== 2))
  fc.assert(
    fc.property(roots, picks, writing, (root, chosen, write) => {
      let expected: Json = rootOf(write(root))
      const patch = chosen.map(([pick, kind, value]): PatchOperation => {
        const pointers = pointersIn(expected)
        const path = pointers[pick % pointers.length] ?? ''
        const operation = operationAt(path, kind, value)
        expected = applyPatch(expected, [operation])
        return operation
      })
      expect(rootOf(edit(write(root), ...patch))).toEqual(expected)
    }),
    { numRuns: inFull(300, 100) },
  )
})
