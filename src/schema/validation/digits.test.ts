import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CompileOptions, compiledOf } from '../../testing/check-tester.ts'
import { inFull } from '../../testing/runs.ts'

/** Returns the violations of a JSON text as `keyword digits`. */
function refused(schema: string, text: string, options?: CompileOptions): readonly string[] {
  const compiled = compiledOf(`A: ${schema}`, options)
  expect(compiled.needsDigits).toBe(true)
  const { value, exact, lost } = compiled.readExact(text)
  expect(lost).toEqual([])
  return compiled.validate(value, exact).map(({ keyword, digits = '' }) => `${keyword} ${digits}`.trim())
}

describe('integers beyond 2^53 are validated by all their digits', () => {
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
    ['{ enum: [12345678901234567890] }', '12345678901234567890', []],
    ['{ enum: [12345678901234567890] }', '12345678901234567891', ['enum 12345678901234567891']],
    ['{ enum: [12345678901234567891, 12345678901234567890] }', '12345678901234567891', []],
    ['{ const: 9007199254740993 }', '9007199254740993', []],
    ['{ const: 9007199254740993 }', '9007199254740992', ['const']],
    ['{ const: 9007199254740993 }', '9007199254740993.0', []],
    ['{ const: { a: 9007199254740993 } }', '{ "a": 9007199254740993 }', []],
    ['{ const: { a: 9007199254740993 } }', '{ "a": 9007199254740992 }', ['const']],
    ['{ maximum: 9007199254740993 }', '9007199254740993', []],
    ['{ maximum: 9007199254740993 }', '9007199254740994', ['maximum']],
    ['{ minimum: 9007199254740993 }', '9007199254740992', ['minimum']],
    ['{ exclusiveMaximum: 9007199254740993 }', '9007199254740993', ['exclusiveMaximum 9007199254740993']],
    ['{ exclusiveMaximum: 9007199254740993 }', '9007199254740992', []],
    ['{ maximum: 1e23 }', '100000000000000000000000', []],
    ['{ maximum: 1e+23 }', '100000000000000000000001', ['maximum 100000000000000000000001']],
    ['{ minimum: 1e23 }', '99999999999999999999999', ['minimum 99999999999999999999999']],
    ['{ minimum: 100000000000000000000000 }', '1e23', []],
    ['{ multipleOf: 9007199254740993 }', '18014398509481986', []],
    ['{ multipleOf: 9007199254740993 }', '18014398509481984', ['multipleOf']],
    ['{ maximum: 18446744073709551615 }', '18446744073709551615', []],
    ['{ maximum: -9223372036854775809 }', '-9223372036854775808', ['maximum -9223372036854775808']],
    ['{ minimum: 0.1000000000000000055 }', '0.1', ['minimum']],
    ['{ enum: [0.1000000000000000055] }', '0.1', ['enum']],
    ['{ exclusiveMinimum: 0.5 }', '0.50000000000000000001', []],
    [
      `{ uniqueItems: true }`,
      `[${Array.from({ length: 3_000 }, (_, at) => `1200000000000000${String(at).padStart(4, '0')}`)}]`,
      [],
    ],
    ['{ uniqueItems: true }', '[1e23, 100000000000000000000000]', ['uniqueItems']],
  ])('%s and %s', (schema, text, found) => {
    expect(refused(schema, text, { version: '3.1.0' })).toEqual(found)
  })
})

describe('fractions with more digits than a double', () => {
  it.each<readonly [schema: string, text: string, found: readonly string[]]>([
    ['{ multipleOf: 0.01 }', '4.35', []],
    ['{ multipleOf: 0.01 }', '4.3500000000000000001', ['multipleOf 4.3500000000000000001']],
    ['{ multipleOf: 0.000000000000000001 }', '1.234567890123456789', []],
    ['{ multipleOf: 0.01, maximum: 4.35 }', '4.35000000000000000001', ['maximum', 'multipleOf']],
    ['{ multipleOf: 1, type: integer }', '3.00000000000000000001', ['type 3.00000000000000000001']],
    ['{ items: { multipleOf: 0.01 } }', '[4.35, 4.3500000000000000001, 4.35]', ['multipleOf 4.3500000000000000001']],
    ['{ multipleOf: 0.01 }', '1e21', []],
  ])('%s and %s', (schema, text, found) => {
    const violations = refused(schema, text)
    expect(violations.map((one, index) => (found[index]?.includes(' ') ? one : one.split(' ')[0])).sort()).toEqual(
      found,
    )
  })
})

it('agrees with exact arithmetic', () => {
  const near = (bound: bigint) => fc.bigInt({ min: bound - 3000n, max: bound + 3000n })
  const bound = fc
    .integer({ min: 54, max: 70 })
    .chain((power) => fc.constantFrom(2n ** BigInt(power), -3n * 2n ** BigInt(power)))
  const cases = bound.chain((at) => fc.tuple(fc.constant(at), near(at), fc.integer({ min: 2, max: 9 })))
  fc.assert(
    fc.property(cases, ([at, number, step]) => {
      const schemas = `A: { minimum: ${at}, multipleOf: ${step} }`
      const compiled = compiledOf(schemas)
      const { value, exact, lost } = compiled.readExact(String(number))
      expect(lost).toEqual([])
      const found = compiled.validate(value, exact).map(({ keyword }) => keyword)
      const expected = [...(number < at ? ['minimum'] : []), ...(number % BigInt(step) === 0n ? [] : ['multipleOf'])]
      expect(found.sort()).toEqual(expected)
    }),
    { numRuns: inFull(200, 60), seed: 53 },
  )
})

it('finds numbers behind $ref and ignores strings', () => {
  const items = "{ type: array, items: { $ref: '#/components/schemas/B' } }, B: { type: integer, format: int64 }"
  expect(refused(items, '[9223372036854775808]')).toEqual(['format 9223372036854775808'])
  expect(refused(items, '["a \\" 9223372036854775808"]')).toEqual(['type'])
})

it('parses endless numbers in bounded time and reports them as lost', () => {
  const compiled = compiledOf('A: { multipleOf: 3 }')
  expect(compiled.readExact(`1${'0'.repeat(100_000)}1`).lost).toHaveLength(1)
  expect(compiled.readExact('1.0000000000000000e999999999').lost).toHaveLength(1)
  expect(compiled.readExact('1.0000000000000000e-999999999').lost).toEqual([])
})

it('is not needed if no digit matters', () => {
  expect(compiledOf('A: { type: integer, format: int32, maximum: 9007199254740991 }').needsDigits).toBe(false)
})

it('agrees with exact arithmetic for numbers anywhere in the description', () => {
  const number = fc.oneof(
    fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 12n }).map(String),
    fc.bigInt({ min: 2n ** 63n - 3000n, max: 2n ** 63n + 3000n }).map((one) => `-${one}`),
    fc.integer({ min: 0, max: 40 }).map((digit) => `0.10000000000000000${String(digit).padStart(2, '0')}`),
    fc.constantFrom('1e23', '100000000000000000000001', '99999999999999991611392', '9.007199254740993e15', '5e-324'),
  )
  const scaled = (text: string): bigint => {
    const [mantissa = '', power = '0'] = text.split('e')
    const [whole = '', fraction = ''] = mantissa.split('.')
    return BigInt(whole + fraction) * 10n ** BigInt(400 - fraction.length + Number(power))
  }
  fc.assert(
    fc.property(number, number, (bound, sent) => {
      const [at, is] = [scaled(bound), scaled(sent)]
      const expected = [
        ...(is < at ? ['minimum'] : []),
        ...(is >= at ? ['exclusiveMaximum'] : []),
        ...(is === at ? [] : ['enum']),
      ]
      const keywords = (text: string) =>
        Object.keys(JSON.parse(text) as object).flatMap((keyword) => {
          const compiled = compiledOf(`A: ${text}`, { version: '3.1.0' })
          const { value, exact } = compiled.readExact(sent)
          return compiled.validate(value, exact).length > 0 ? [keyword] : []
        })
      const texts = [`{ "minimum": ${bound} }`, `{ "exclusiveMaximum": ${bound} }`, `{ "enum": [${bound}] }`]
      expect(texts.flatMap(keywords)).toEqual(expected)
    }),
    { numRuns: inFull(200, 60), seed: 53 },
  )
})
