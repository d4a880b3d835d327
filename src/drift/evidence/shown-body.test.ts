import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { shownLocation } from '../../model/live/exchange.ts'
import { nodeAt } from '../../util/pointer.ts'
import { createRedactor, redacted } from '../redaction/redact.ts'
import { mostOfBody, shownBody } from './shown-body.ts'

const redactor = createRedactor({ values: ['planted-secret'] })
const show = (value: Json, location = '') => shownBody(JSON.stringify(value), redactor, { location })

describe('a short body', () => {
  it('is shown unchanged, with its digits and layout', () => {
    const body = '{ "id": 12345678901234567890,\n  "a": [1.50, null] }'
    expect(shownBody(body, redactor, { location: '/a/1' })).toEqual({ text: body, bytes: body.length })
  })
  it('is redacted by key and value at any depth', () => {
    const body = { password: 'x', token: null, deep: [{ list: [{ said: 'is planted-secret here', otp: 123456 }] }] }
    expect(JSON.parse(show(body).text)).toEqual({
      password: redacted,
      token: null,
      deep: [{ list: [{ said: `is ${redacted} here`, otp: redacted }] }],
    })
  })
  it('is redacted if it is not JSON', () => {
    const lose = (body: string) => shownBody(body, redactor).text
    expect(lose('{"a":1,"access_token":"eyJhbGciOi')).toBe(`{"a":1,"access_token":"${redacted}`)
    expect(lose('<user><name>Ann</name><password>open sesame</password></user>')).toBe(
      `<user><name>Ann</name><password>${redacted}</password></user>`,
    )
    expect(lose('<input type="hidden" name="csrf_token" value="q1w2e3">')).toContain(`value="${redacted}"`)
    expect(lose('user=ann&password=sesame&page=1')).toBe(`user=ann&password=${redacted}&page=1`)
    expect(lose('<p>planted-secret</p>')).toBe(`<p>${redacted}</p>`)
  })
  it('is not shown if it is binary', () => {
    const body = '\u0000\u0001\ufffdPNG\u0000'
    const cut = [{ pointer: '', unit: 'characters', kept: 0, of: body.length }]
    expect(shownBody(body, redactor)).toEqual({ text: '', bytes: Buffer.byteLength(body), cut })
  })
})

describe('a long body', () => {
  const items = Array.from({ length: 500 }, (_, id) => ({
    id,
    status: id === 300 ? null : 'OPEN',
    note: 'n'.repeat(60),
  }))

  it('is truncated around the location and lists the cuts', () => {
    const body = show({ total: 500, content: items }, '/content/300/status')
    expect(body.text.length).toBeLessThan(mostOfBody + 200)
    expect(body.text.length).toBeGreaterThan(mostOfBody / 2)
    const [cut] = body.cut ?? []
    expect(cut).toMatchObject({ pointer: '/content', unit: 'items', of: 500 })
    expect(cut?.from).toBeLessThan(300)
    const shown: Json = JSON.parse(body.text)
    expect(nodeAt(shown, '/total')).toBe(500)
    expect(nodeAt(shown, '/content')).toHaveLength(cut?.kept ?? 0)
    const at = shownLocation(body, '/content/300/status')
    expect(nodeAt(shown, at ?? '')).toBeNull()
    expect(nodeAt(shown, (at ?? '').replace('status', 'id'))).toBe(300)
    expect(shownLocation(body, '/content/499/status')).toBeUndefined()
    expect(shownLocation(body, '/total')).toBe('/total')
  })
  it('keeps prefixes of long strings, and as much as possible of the string at the location', () => {
    const body = { a: 'x'.repeat(9000), b: 'y'.repeat(9000) }
    const { text, cut } = show(body, '/b')
    expect(JSON.parse(text)).toEqual({ a: `${'x'.repeat(200)}…`, b: expect.stringMatching(/^y{3000,4000}…$/) })
    expect(cut?.map(({ pointer, unit, of }) => [pointer, unit, of])).toEqual([
      ['/a', 'characters', 9000],
      ['/b', 'characters', 9000],
    ])
  })
  it('shows no partial secret at a cut', () => {
    for (let before = 3960; before < 4110; before += 3) {
      for (const body of [
        `"${'x'.repeat(before)}planted-secret${'y'.repeat(9000)}"`,
        `${'x '.repeat(before / 2)}planted-secret${'y'.repeat(9000)}`,
      ])
        expect(shownBody(body, redactor).text).not.toMatch(/plan(?!ted-secret)/)
    }
  })
  it('is truncated if it is text', () => {
    const { text, cut, bytes } = shownBody('é'.repeat(20_000), redactor)
    expect(text).toBe(`${'é'.repeat(mostOfBody)}…`)
    expect({ cut, bytes }).toEqual({
      cut: [{ pointer: '', unit: 'characters', kept: mostOfBody, of: 20_000 }],
      bytes: 40_000,
    })
  })
  it('is truncated whatever its depth and width', () => {
    const deep = `${'['.repeat(50_000)}1${']'.repeat(50_000)}`
    expect(shownBody(deep, redactor, { location: '/0'.repeat(49_999) }).text.length).toBeLessThan(mostOfBody)
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, index]))
    const { text, cut } = show(wide, '/key49000')
    expect(JSON.parse(text).key49000).toBe(49_000)
    expect(cut).toEqual([{ pointer: '', unit: 'properties', kept: Object.keys(JSON.parse(text)).length, of: 50_000 }])
  })
})

it('limits every value, and shows the received value at a visible location', () => {
  const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ maxLength: 30 }))
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 15 }),
      fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), tie('value'), { maxKeys: 12 }),
    ),
  }))
  const locations = (node: Json, at = ''): string[] =>
    typeof node !== 'object' || node === null
      ? [at]
      : Object.entries(node).flatMap(([key, member]) =>
          locations(member, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
        )
  const plain = createRedactor()
  fc.assert(
    fc.property(value, fc.nat(), (body, pick) => {
      const all = locations(body)
      const location = all[pick % Math.max(1, all.length)] ?? ''
      const shown = shownBody(JSON.stringify(body), plain, { location, most: 300 })
      expect(shown.text.length).toBeLessThan(1200)
      const at = shownLocation(shown, location)
      const there = at === undefined ? undefined : nodeAt(JSON.parse(shown.text), at)
      if (there !== undefined && there !== redacted) expect(there).toEqual(nodeAt(body, location))
    }),
  )
})
