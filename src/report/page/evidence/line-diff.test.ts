import { expect, it } from 'vitest'
import { linesAt } from './excerpt.ts'
import { diffLines } from './line-diff.ts'

it('marks the changed token of an edited line, and all of an added line', () => {
  const [before, after] = diffLines(
    ['status:', '  type: string', '  maxLength: 20'],
    ['status:', '  type: string', '  maxLength: 10', '  enum: [a]'],
  )
  expect([...before]).toEqual([[2, ['  maxLength: ', '20', '']]])
  expect([...after]).toEqual([
    [2, ['  maxLength: ', '10', '']],
    [3, ['  ', 'enum: [a]', '']],
  ])
})

it('ignores changes of indentation and trailing commas', () => {
  const [before, after] = diffLines(['  "a": 1', '}'], ['    "a": 1,', '    "b": 2', '}'])
  expect([...before]).toEqual([])
  expect([...after]).toEqual([[1, ['    ', '"b": 2', '']]])
})

it('returns the lines around a position and flags those of its block', () => {
  const excerpts = [{ file: 'a.yaml', line: 10, lines: ['a:', '  b:', '    c: 1', '  d: 2', 'e: 3'] }]
  const lines = linesAt(excerpts, { file: 'a.yaml', line: 11, column: 3 })
  expect(lines?.map(({ number, isInside }) => [number, isInside])).toEqual([
    [10, false],
    [11, true],
    [12, true],
    [13, false],
    [14, false],
  ])
  expect(linesAt(excerpts, { file: 'a.yaml', line: 15, column: 1 })).toBeUndefined()
  expect(linesAt(excerpts, undefined)).toBeUndefined()
})
