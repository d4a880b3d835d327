import { describe, expect, it } from 'vitest'
import { hostileReport } from '../../testing/sample-report.ts'
import { jsonPieces } from '../labels.ts'
import json from './json.ts'

it('is the report itself, including hostile text, and ends with a line break', () => {
  const report = hostileReport()
  const rendered = json.render(report, { colour: false })
  expect(JSON.parse(rendered)).toEqual(report)
  expect(rendered.endsWith('}\n')).toBe(true)
})

describe('in pieces', () => {
  const inPieces = (value: object): string => [...jsonPieces(value)].join('')

  it('yields the same text, with terminal control sequences escaped', () => {
    const report = hostileReport()
    expect([...(json.pieces?.(report, { colour: false }) ?? [])].join('')).toBe(json.render(report, { colour: false }))
  })

  it.each([0, 1, 15, 16, 17, 32, 33])('splits a list of %i items into valid JSON', (length) => {
    const list = Array.from({ length }, (_, index) => ({ index, inner: ['::error', { text: '→ "x"' }] }))
    const value = { before: 1, absent: undefined, list, 'a "key"': list, after: { list } }
    expect(inPieces(value)).toBe(`${JSON.stringify(value, null, 2)}\n`)
  })

  it('handles an empty object, and empty lists as first and last member', () => {
    for (const value of [{}, { a: undefined }, { a: [] }, { a: [1, 2] }, { a: [[], {}], b: null }])
      expect(inPieces(value)).toBe(`${JSON.stringify(value, null, 2)}\n`)
  })
})
