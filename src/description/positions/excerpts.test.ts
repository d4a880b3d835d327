import { expect, it } from 'vitest'
import { parseDocument } from '../reading/parse.ts'
import { excerptsOf } from './excerpts.ts'

const lines = (count: number, indent = 0) =>
  Array.from({ length: count }, (_, at) => `${' '.repeat(indent)}x-${at}: ${at}`)
const content = ['openapi: 3.0.3', 'info:', ...lines(10, 2), 'paths: {}', ...lines(100)].join('\r\n')
const document = parseDocument({ content, name: 'a', file: 'a.yaml' })
const at = (line: number, file = 'a.yaml') => ({ file, line, column: 1 })

it('includes each line around a position once', () => {
  const [excerpt, ...more] = excerptsOf([document], [at(2), at(3)])
  expect(more).toEqual([])
  expect([excerpt?.file, excerpt?.line, excerpt?.lines.length]).toEqual(['a.yaml', 1, 16])
  expect(excerpt?.lines.slice(0, 3)).toEqual(['openapi: 3.0.3', 'info:', '  x-0: 0'])
})

it('separates distant excerpts in file order, and skips other files', () => {
  const found = excerptsOf([document], [at(80), at(14), at(1, 'b.yaml')])
  expect(found.map(({ line, lines: { length } }) => [line, length])).toEqual([
    [10, 9],
    [76, 9],
  ])
})

it('truncates long objects and long lines', () => {
  const long = ['openapi: 3.0.3', 'info:', ...lines(500, 2), `x-long: ${'a'.repeat(10_000)}`].join('\n')
  const found = excerptsOf([parseDocument({ content: long, name: 'a', file: 'a.yaml' })], [at(2), at(503)])
  expect(found[0]?.lines.length).toBeLessThan(60)
  expect(found[1]?.lines.at(-1)).toHaveLength(400)
})

it('supports all line breaks and multi-byte characters, truncated to 400 UTF-16 units', () => {
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const json = JSON.stringify({ openapi: '3.0.3', info: { title: '😀é', version: 'é'.repeat(999) } }, undefined, 1)
    const text = json.replaceAll('\n', lineBreak)
    const given = parseDocument({ content: text, name: 'a', file: 'a.json' })
    const split = json.split('\n').map((line) => line.slice(0, 400))
    // Populates the cache of line starts with a later line.
    given.locate('/info/version')
    expect(excerptsOf([given], [at(4, 'a.json')]), JSON.stringify(lineBreak)).toEqual([
      { file: 'a.json', line: 1, lines: split },
    ])
    expect(excerptsOf([given], [at(split.length, 'a.json')])[0]?.lines.at(-1)).toBe('}')
  }
})

it.each(['', '\n', '\r\n', '\n\n', '\n  ', '\n\t\n   \n'])('ends with a file that ends with %j', (end) => {
  const text = `openapi: 3.0.3\ninfo:\n  title: a\n  version: '1'\npaths:\n  /a:\n    x-a: 1${end}`
  const given = parseDocument({ content: text, name: 'a', file: 'a.yaml' })
  const [found] = excerptsOf([given], [at(6), at(7)])
  expect(found?.lines.join('\n')).toContain('  /a:\n    x-a: 1')
})
