import { describe, expect, it } from 'vitest'
import { hasPoint } from './code-points.ts'
import { parsePattern, Undecided } from './syntax.ts'

describe('parsePattern', () => {
  const sets = [
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\p{Lu}',
    '\\P{L}',
    'x',
    '\\.',
    '\\/',
    '\\n',
    '\\cJ',
    '\\0',
    '\\x41',
    '\\u00e9',
    '\\u{1F600}',
    '\\ud83d\\ude00',
    '😀',
    '中',
    '[]',
    '[^]',
    '[a-c]',
    '[^a-c]',
    '[-a]',
    '[a-]',
    '[a\\-c]',
    '[--/]',
    '[\\w-]',
    '[^\\W_]',
    '[\\b]',
    '[\\x00-\\x1f\\u{1F600}-\\u{1F64F}]',
    '[😀-😎x]',
    '[(]',
    '[.|)]',
    '[\\]^]',
    '[^\\s\\S]',
    '[\\d\\D]',
    '[\\p{L}\\d]',
    '[^\\p{L}\\n]',
    '[\\ud83d\\ude00]',
    '[\\cJ-\\r]',
    '[c-e a-d]',
  ]
  const points = [...Array.from({ length: 0x3100 }, (_, point) => point), 0xd7ff, 0xd83d, 0xde00, 0xfeff, 0x10ffff]
  for (let point = 0x1f5f0; point < 0x1f660; point++) points.push(point)

  /** Returns the sample points that match a single-set pattern. */
  function readPoints(source: string): number[] {
    const node = parsePattern(source)
    const [part] = node.kind === 'sequence' ? node.parts : []
    return part?.kind === 'read' ? points.filter((point) => hasPoint(part.set, point)) : []
  }

  it.each(sets)('parses %s like the engine', (source) => {
    const engine = new RegExp(`^${source}$`, 'u')
    expect(readPoints(source)).toEqual(points.filter((point) => engine.test(String.fromCodePoint(point))))
  })

  it.each(['[\\w-.]', '[\\s-a]', '[a-\\d]', '[\\d-\\s-z]', '[+--\\d]', '[\\-\\d-]', '\\-', '\\@', '[\\:\\ \\"]'])(
    'reads the class %s like an engine without `u`',
    (source) => {
      const engine = new RegExp(`^${source}$`)
      expect(readPoints(source)).toEqual(
        points.filter((point) => point < 0x10000 && engine.test(String.fromCharCode(point))),
      )
    },
  )

  it('keeps quantifiers, alternatives and anchors, but not captures and laziness', () => {
    const a = { kind: 'read', set: [[97, 97]] }
    const sequence = (...parts: unknown[]) => ({ kind: 'sequence', parts })
    const repeat = (least: number, most: number) => ({ kind: 'repeat', body: a, least, most })
    expect(parsePattern('^(?<n>a*?)$')).toEqual(
      sequence({ kind: 'start' }, sequence(repeat(0, Infinity)), { kind: 'end' }),
    )
    expect(parsePattern('a+|a??|a{2}|a{2,}|a{2,3}|')).toEqual({
      kind: 'choice',
      branches: [
        ...[repeat(1, Infinity), repeat(0, 1), repeat(2, 2), repeat(2, Infinity), repeat(2, 3)].map((part) =>
          sequence(part),
        ),
        sequence(),
      ],
    })
  })

  it('names unsupported syntax', () => {
    expect(() => parsePattern('a(?=b)')).toThrow(new Undecided('(?= is not understood'))
    expect(() => parsePattern('(a)\\1')).toThrow(new Undecided('\\1 is not understood'))
    expect(() => parsePattern('a{')).toThrow(new Undecided('"a{" is not a valid pattern'))
  })
})
