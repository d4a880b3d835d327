import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CompileOptions, compiledOf } from '../testing/check-tester.ts'

/** What a schema refuses of a value written in JSON: `keyword digits`. */
function refused(schema: string, text: string, options?: CompileOptions): readonly string[] {
  const compiled = compiledOf(`A: ${schema}`, options)
  expect(compiled.needsDigits).toBe(true)
  const { value, exact, lost } = compiled.readExact(text)
  expect(lost).toEqual([])
  return compiled.validate(value, exact).map(({ keyword, digits = '' }) => `${keyword} ${digits}`.trim())
}

describe('integers beyond 2^53 are judged by all their digits', () => {
  it.each<readonly [schema: string, text: string, found: readonly string[]]>([
    ['{ type: integer, format: int64 }', '9223372036854775807', []],
    ['{ type: integer, format: int64 }', '9223372036854775808', ['format 9223372036854775808']],
    ['{ type: integer, format: int64 }', '-9223372036854775808', []],
    ['{ type: integer, format: int64 }', '-9223372036854775809', ['format -9223372036854775809']],
    ['{ maximum: 9223372036854775807 }', '9223372036854775807', []],
    ['{ maximum: 9223372036854775807 }', '9223372036854775808', ['maximum 9223372036854775808']],
    ['{ format: int64, maximum: 9223372036854775807 }', '9223372036854775807', []],
    ['{ maximum: 18446744073709551615 }', '18446744073709551616', ['maximum 18446744073709551616']],
    ['{ maximum: 9007199254740992 }', '9007199254740992', []],
    ['{ maximum: 9007199254740992 }', '9007199254740993', ['maximum 9007199254740993']],
    ['{ minimum: -9007199254740992 }', '-9007199254740993', ['minimum -9007199254740993']],
    ['{ exclusiveMinimum: 9007199254740992 }', '9007199254740993', []],
    ['{ enum: [9007199254740992] }', '9007199254740992', []],
    ['{ enum: [9007199254740992] }', '9007199254740993', ['enum 9007199254740993']],
    ['{ multipleOf: 2 }', '9007199254740993', ['multipleOf 9007199254740993']],
    ['{ multipleOf: 3 }', '9007199254740993', []],
    ['{ uniqueItems: true }', '[9007199254740992, 9007199254740993]', []],
    ['{ uniqueItems: true }', '[9007199254740993, 9007199254740993]', ['uniqueItems']],
    ['{ multipleOf: 1, type: integer }', '123456789012345678901234567890', []],
  ])('%s and %s', (schema, text, found) => {
    expect(refused(schema, text, { version: '3.1.0' })).toEqual(found)
  })
})

describe('fractions with more digits than a double holds', () => {
  it.each<readonly [schema: string, text: string, found: readonly string[]]>([
    ['{ multipleOf: 0.01 }', '4.35', []],
    ['{ multipleOf: 0.01 }', '4.3500000000000000001', ['multipleOf 4.3500000000000000001']],
    ['{ multipleOf: 0.000000000000000001 }', '1.234567890123456789', []],
    ['{ multipleOf: 0.01, maximum: 4.35 }', '4.35000000000000000001', ['maximum', 'multipleOf']],
    ['{ multipleOf: 1, type: integer }', '3.00000000000000000001', ['type 3.00000000000000000001']],
    ['{ items: { multipleOf: 0.01 } }', '[4.35, 4.3500000000000000001, 4.35]', ['multipleOf 4.3500000000000000001']],
    ['{ multipleOf: 0.01 }', '1e21', []],
  ])('%s and %s', (schema, text, found) => {
    const said = refused(schema, text)
    expect(said.map((one, index) => (found[index]?.includes(' ') ? one : one.split(' ')[0])).sort()).toEqual(found)
  })
})

it('comes to what arithmetic with all digits comes to', () => {
  const near = (bound: bigint) => fc.bigInt({ min: bound - 3000n, max: bound + 3000n })
  const bound = fc
    .integer({ min: 54, max: 70 })
    .chain((power) => fc.constantFrom(2n ** BigInt(power), -3n * 2n ** BigInt(power)))
  const cases = bound.chain((at) => fc.tuple(fc.constant(at), near(at), fc.integer({ min: 2, max: 9 })))
  // 2^63 and 2^64 mean the greatest integers of 64 bits.
  const settled = cases.filter(([at]) => at !== 2n ** 63n && at !== 2n ** 64n)
  fc.assert(
    fc.property(settled, ([at, number, step]) => {
      const schemas = `A: { minimum: ${at}, multipleOf: ${step} }`
      const compiled = compiledOf(schemas)
      const { value, exact, lost } = compiled.readExact(String(number))
      expect(lost).toEqual([])
      const found = compiled.validate(value, exact).map(({ keyword }) => keyword)
      const expected = [...(number < at ? ['minimum'] : []), ...(number % BigInt(step) === 0n ? [] : ['multipleOf'])]
      expect(found.sort()).toEqual(expected)
    }),
    { numRuns: 200, seed: 53 },
  )
})

it('finds numbers behind $ref, and leaves texts alone', () => {
  const items = "{ type: array, items: { $ref: '#/components/schemas/B' } }, B: { type: integer, format: int64 }"
  expect(refused(items, '[9223372036854775808]')).toEqual(['format 9223372036854775808'])
  expect(refused(items, '["a \\" 9223372036854775808"]')).toEqual(['type'])
})

it('reads numbers without end in bounded time, and says that they are lost', () => {
  const compiled = compiledOf('A: { multipleOf: 3 }')
  expect(compiled.readExact(`1${'0'.repeat(100_000)}1`).lost).toHaveLength(1)
  expect(compiled.readExact('1.0000000000000000e999999999').lost).toHaveLength(1)
  expect(compiled.readExact('1.0000000000000000e-999999999').lost).toEqual([])
})

it('is not needed where no digit makes a difference', () => {
  expect(compiledOf('A: { type: integer, format: int32, maximum: 9007199254740991 }').needsDigits).toBe(false)
})
