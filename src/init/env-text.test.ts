import { expect, it } from 'vitest'
import { withVariables } from './env-text.ts'

const wanted = { SHOP_TOKEN: '', SHOP_KEY: 'demo' }
const adding = (held: string | undefined, ...named: readonly string[]) =>
  withVariables(held, new Set(named), wanted)?.text

it('contains known values and is only written if variables are missing', () => {
  expect(adding(undefined)).toMatch(/^#.*\nSHOP_TOKEN=\nSHOP_KEY=demo\n$/)
  expect(withVariables(undefined, new Set(), {})).toBeUndefined()
  expect(adding('A=1\n', 'SHOP_TOKEN', 'SHOP_KEY')).toBeUndefined()
})

it.each([
  ['A=1\n', 'A=1\nSHOP_TOKEN=\nSHOP_KEY=demo\n'],
  ['A=1', 'A=1\nSHOP_TOKEN=\nSHOP_KEY=demo\n'],
  ['# a\r\nA="1\r\n2"\r\n', '# a\r\nA="1\r\n2"\r\nSHOP_TOKEN=\r\nSHOP_KEY=demo\r\n'],
  ['# a\r\nA=1', '# a\r\nA=1\r\nSHOP_TOKEN=\r\nSHOP_KEY=demo\r\n'],
])('of %j nothing is changed, and its line breaks are kept', (held, expected) => expect(adding(held)).toBe(expected))

it('appends only missing names, and a dry run prints only those', () => {
  const file = withVariables('SHOP_KEY=secret\n', new Set(['SHOP_KEY']), wanted)
  expect(file).toMatchObject({ text: 'SHOP_KEY=secret\nSHOP_TOKEN=\n', added: 'SHOP_TOKEN=\n' })
})
