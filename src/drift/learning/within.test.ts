import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import type { LearnedLimit } from './learned-limit.ts'
import { within } from './within.ts'

it.each<[LearnedLimit, Json, Json]>([
  [{ keyword: 'minimum', value: 5 }, 1, 5],
  [{ keyword: 'maximum', value: 5 }, 9, 5],
  [{ keyword: 'exclusiveMinimum', value: 0 }, 0, 1],
  [{ keyword: 'exclusiveMaximum', value: 5 }, 9, 4],
  [{ keyword: 'exclusiveMaximum', value: 5 }, 9.5, 4.99],
  [{ keyword: 'multipleOf', value: 10 }, 42, 40],
  [{ keyword: 'multipleOf', value: 10 }, 3, 10],
  [{ keyword: 'minLength', value: 6 }, 'text', 'textaa'],
  [{ keyword: 'maxLength', value: 2 }, '😀😀😀', '😀😀'],
  [{ keyword: 'minItems', value: 2 }, ['a'], ['a', 'a']],
  [{ keyword: 'maxItems', value: 1 }, ['a', 'b'], ['a']],
  [{ keyword: 'enum', value: ['a', 'b'] }, 'text', 'a'],
  [{ keyword: 'pattern', value: '^[A-Z]{3}$' }, 'text', 'AAA'],
  [{ keyword: 'format', value: 'email' }, 'text', 'somebody@example.com'],
])('%j changes %j to %j', (limit, value, kept) => {
  expect(within(limit, value)).toEqual(kept)
})

it.each<[LearnedLimit, Json]>([
  [{ keyword: 'minimum', value: 5 }, 'text'],
  [{ keyword: 'minLength', value: 5 }, 12],
  [{ keyword: 'minLength', value: 1e9 }, 'text'],
  [{ keyword: 'enum', value: ['a'] }, 'a'],
  [{ keyword: 'pattern', value: '^t' }, 'text'],
  [{ keyword: 'pattern', value: '(' }, 'text'],
  [{ keyword: 'minItems', value: 3 }, []],
  [{ keyword: 'required' }, null],
])('%j keeps %j', (limit, value) => {
  expect(within(limit, value)).toEqual(value)
})
