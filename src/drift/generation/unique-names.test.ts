import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { withUniqueNames } from './unique-names.ts'

const operation = { key: 'POST /topics', method: 'POST', path: '/topics' } as Operation

function named(body: Json, over: Partial<Parameters<typeof withUniqueNames>[0]> = {}): Json {
  const parts = {
    operation,
    body,
    tag: '1a2b3c01',
    isMaking: true,
    freedom: () => 'free' as const,
    accepts: () => true,
  }
  return withUniqueNames({ ...parts, ...over })
}

it.each<[Json, Json]>([
  [{ name: 'text' }, { name: 'text-1a2b3c01' }],
  [{ name: 'Fluffy' }, { name: 'Fluffy-1a2b3c01' }],
  [{ topicName: 'text' }, { topicName: 'text-1a2b3c01' }],
  [{ data: { attributes: { title: 'text' } } }, { data: { attributes: { title: 'text-1a2b3c01' } } }],
  [{ email: 'a@example.com' }, { email: 'a+1a2b3c01@example.com' }],
  [{ id: '3fa85f64-5717-4562-b3fc-2c963f66afa6' }, { id: '3fa85f64-5717-4562-b3fc-00001a2b3c01' }],
  [{ key: 'text' }, { key: 'text-1a2b3c01' }],
  [{ key: 'order-status' }, { key: 'order-status-1a2b3c01' }],
  [{ topic: 'weather' }, { topic: 'weather-1a2b3c01' }],
])('changes %j to %j', (body, expected) => {
  expect(named(body)).toEqual(expected)
})

it.each<[string, Json]>([
  ['names that may be references', { code: 'EUR', workPoolName: 'text', label: 'urgent' }],
  ['values that are not names', { text: 'text', stars: 1, name: 5 }],
  ['array items', { tags: [{ name: 'text' }] }],
  ['bodies other than objects', ['text']],
])('keeps %s', (_what, body) => {
  expect(named(body)).toEqual(body)
})

it('keeps examples if nothing is created, fixed locations, and values for which no tagged form is valid', () => {
  expect(named({ name: 'Fluffy' }, { isMaking: false })).toEqual({ name: 'Fluffy' })
  expect(named({ name: 'text' }, { freedom: (at) => (at === 'body /name' ? 'fixed' : 'free') })).toEqual({
    name: 'text',
  })
  expect(named({ name: 'text' }, { accepts: () => false })).toEqual({ name: 'text' })
})

it('keeps the length of a value chosen for its length', () => {
  const over = { freedom: () => 'length' as const }
  const { name, title } = named({ name: 'a'.repeat(12), title: 'aaa' }, over) as Record<string, string>
  expect(name).toBe('aaaa1a2b3c01')
  expect(title).toMatch(/^[0-9a-z]{3}$/)
  expect(title).not.toBe('aaa')
  expect(named({ name: 'Zoë' }, { freedom: () => 'prefix' })).toEqual({ name: 'Zoë-1a2b3c01' })
})

it.each([
  [/^[a-z]{4,20}$/, 'textbkcldmab'],
  [/^[A-Z0-9]{1,8}$/, '1A2B3C01'],
  [/^.{1,8}$/, '1a2b3c01'],
])('adds the tag to a name that must match %s', (pattern, expected) => {
  const accepts = (body: Json): boolean => pattern.test(String((body as { name: string }).name))
  expect(named({ name: 'text' }, { accepts })).toEqual({ name: expected })
})
