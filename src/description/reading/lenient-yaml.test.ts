import { expect, test } from 'vitest'
import { flawsOf } from '../dialects/operations.ts'
import { parseDocument } from './parse.ts'

const parse = (more: string) =>
  parseDocument({ content: `openapi: 3.1.0\ninfo: { title: T, version: '1' }\n${more}`, name: 'a', file: 'a.yaml' })
const forbidden = (line: number, what: string) =>
  `a.yaml:${line}: ${what} goes on at too little indentation, which YAML 1.2 forbids; it was read`

test.each([
  ['double quotes', 'x-a:\n  b: "one\n two"\n  c: 1\n', 'one two', [forbidden(5, 'a quoted scalar')]],
  [
    'at the left margin',
    'x-a:\n  b: "one\ntwo\n\nthree"\n  c: 1\n',
    'one two\nthree',
    [forbidden(5, 'a quoted scalar')],
  ],
  [
    'single quotes',
    "x-a:\n  b: 'it''s\n  two ''\nthree'\n  c: 1\n",
    "it's two ' three",
    [forbidden(5, 'a quoted scalar')],
  ],
  [
    'an escaped end of line',
    'x-a:\n  b: "one\\\ntwo \\" three"\n  c: 1\n',
    'onetwo " three',
    [forbidden(5, 'a quoted scalar')],
  ],
  ['a tab', 'x-a:\n  b: "one\n\ttwo"\n  c: 1\n', 'one two', [forbidden(5, 'a quoted scalar')]],
  [
    'a list',
    'x-a:\n  b: [1,\n2\n]\n  c: 1\n',
    [1, 2],
    [forbidden(5, 'a flow collection'), forbidden(6, 'a flow collection')],
  ],
  [
    'a map indented by tabs',
    'x-a:\n  b: {\n\tx: 1\n  }\n  c: 1\n',
    { x: 1 },
    [forbidden(5, 'a flow collection'), forbidden(6, 'a flow collection')],
  ],
  [
    'a tag',
    'x-a:\n  b: !Sub one\n  c: 1\n',
    'one',
    ['a.yaml:4: the tag !Sub is not known; its value was read without it'],
  ],
  [
    'a comment right behind a quote',
    'x-a:\n  b: "one"# two\n  c: 1\n',
    'one',
    ['a.yaml:4: a comment follows without a blank, which YAML 1.2 forbids; it was left out'],
  ],
  ['lines ended by CRLF', 'x-a:\r\n  b: "one\r\n two"\r\n  c: 1\r\n', 'one two', [forbidden(5, 'a quoted scalar')]],
])('%s: parsed like other parsers, and reported with the line', (_, content, value, flaws) => {
  const document = parse(`${content}paths: {}\n`)
  expect(document.at('/x-a')).toEqual({ b: value, c: 1 })
  expect(flawsOf(document).map(({ message }) => message)).toEqual(flaws)
})

test('reads every such scalar and keeps the positions of the file', () => {
  const document = parse('x-a:\n  - "one\n two"\n  - { a: 1,\nb: 2 }\n  - \'three\nfour\'\nx-b: 5\npaths: {}\n')
  expect(document.at('/x-a')).toEqual(['one two', { a: 1, b: 2 }, 'three four'])
  expect(document.flaws).toHaveLength(3)
  expect(document.locate('/x-a/1/b')).toMatchObject({ line: 7, column: 1 })
  expect(document.locate('/x-a/2')).toMatchObject({ line: 8, column: 5 })
  expect(document.locate('/x-b')).toMatchObject({ line: 10, column: 1 })
})

test.each(['---\n', '--- # end\n\n', '...\n---\n...\n'])('a last document without content, %j, is left out', (end) => {
  const document = parse(`paths: {}\nx-a: 1\n${end}`)
  expect(document.at('/x-a')).toBe(1)
  expect(() => parse(`paths: {}\n${end}paths: {}\n`)).toThrow(/single document/)
})

test.each([
  ['a quote that never ends', 'x-a:\n  b: "one\n two\n', /a\.yaml:\d+:\d+ is not valid YAML/],
  [
    'another error in addition',
    'x-a:\n  b: "one\n two"\n  c: @x\n',
    /a\.yaml:5:2 is not valid YAML or JSON: deficient indentation/,
  ],
  ['a tab that indents a block', 'x-a:\n\tb: 1\n', /a\.yaml:4:1 .*tab/],
])('%s is still rejected', (_, content, message) => {
  expect(() => parse(content)).toThrow(
    expect.objectContaining({ code: 'PARSE_FAILED', message: expect.stringMatching(message) }),
  )
})
