import { describe, expect, it } from 'vitest'
import { hostileReport } from '../../testing/sample-report.ts'
import { jsonPieces } from '../labels.ts'
import json from './json.ts'

it('is the report itself, hostile text included, and ends with a line break', () => {
  const report = hostileReport()
  const rendered = json.render(report, { colour: false })
  expect(JSON.parse(rendered)).toEqual(report)
  expect(rendered.endsWith('}\n')).toBe(true)
})

describe('in pieces', () => {
  const inPieces = (value: object): string => [...jsonPieces(value)].join('')

  it('is the same text, with what a terminal would act upon taken out', () => {
    const report = hostileReport()
    expect([...(json.pieces?.(report, { colour: false }) ?? [])].join('')).toBe(json.render(report, { colour: false }))
  })

  it.each([0, 1, 15, 16, 17, 32, 33])('holds a list of %i items like JSON.stringify', (length) => {
    const list = Array.from({ length }, (_, index) => ({ index, inner: ['::error', { text: '→ "x"' }] }))
    const value = { before: 1, absent: undefined, list, 'a "key"': list, after: { list } }
    expect(inPieces(value)).toBe(`${JSON.stringify(value, null, 2)}\n`)
  })

  it('holds an empty object, and lists that begin and end it', () => {
    for (const value of [{}, { a: undefined }, { a: [] }, { a: [1, 2] }, { a: [[], {}], b: null }])
      expect(inPieces(value)).toBe(`${JSON.stringify(value, null, 2)}\n`)
  })
})
