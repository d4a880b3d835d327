import { expect, it } from 'vitest'
import type { Json } from '../../model/json.ts'
import { readRefusal } from './refusal.ts'

const most = { in: 'body', path: ['items', '0', 'amount'], limit: { keyword: 'maximum', value: 150 } }

it.each<[string, Json, object]>([
  [
    'Directus',
    { errors: [{ message: 'Value is required.', extensions: { field: 'name', code: 'FAILED_VALIDATION' } }] },
    { in: 'body', path: ['name'], limit: { keyword: 'required' } },
  ],
  [
    'Directus, with the property in its message',
    { errors: [{ message: 'Invalid query. "meta[0]" must be one of [total, filter].', extensions: { code: 'X' } }] },
    { in: 'body', path: ['meta', '0'], limit: { keyword: 'enum', value: ['total', 'filter'] } },
  ],
  [
    'problem+json (RFC 9457)',
    { type: 'about:blank', errors: [{ detail: 'must be at most 150', pointer: '#/items/0/amount' }] },
    most,
  ],
  [
    'problem+json (RFC 7807)',
    { 'invalid-params': [{ name: 'items[0].amount', reason: 'must not be more than 150' }] },
    most,
  ],
  [
    'FastAPI',
    {
      detail: [
        { type: 'less_than_equal', loc: ['body', 'items', 0, 'amount'], msg: 'Input should be …', ctx: { le: 150 } },
      ],
    },
    most,
  ],
  [
    'Spring',
    { status: 400, errors: [{ field: 'items[0].amount', defaultMessage: 'must be less than or equal to 150' }] },
    most,
  ],
  [
    'Jakarta',
    { violations: [{ propertyPath: 'items[0].amount', message: 'must be less than or equal to 150' }] },
    most,
  ],
  [
    'ajv',
    [{ instancePath: '/items/0/amount', keyword: 'maximum', params: { limit: 150 }, message: 'must be <= 150' }],
    most,
  ],
  [
    'JSON:API',
    { errors: [{ status: '422', source: { pointer: '/items/0/amount' }, detail: 'Amount must be <= 150.' }] },
    most,
  ],
  [
    'ASP.NET',
    { errors: { 'Items[0].Amount': ['may not be greater than 150'] } },
    { ...most, path: ['Items', '0', 'Amount'] },
  ],
])('reads the errors of %s', (_name, body, refusal) => {
  expect(readRefusal(body)).toEqual([refusal])
})

it.each<[Json, object]>([
  [
    { detail: [{ loc: ['query', 'limit'], msg: 'x', ctx: { ge: 1 } }] },
    { in: 'query', path: ['limit'], limit: { keyword: 'minimum', value: 1 } },
  ],
  [
    { detail: [{ loc: ['body', 'name'], type: 'missing', msg: 'Field required' }] },
    { in: 'body', path: ['name'], limit: { keyword: 'required' } },
  ],
  [
    [{ instancePath: '/a', keyword: 'required', params: { missingProperty: 'b' }, message: 'x' }],
    { in: 'body', path: ['a', 'b'], limit: { keyword: 'required' } },
  ],
  [
    { errors: [{ source: { parameter: 'sort' }, detail: 'must be one of: name, date' }] },
    { in: 'query', path: ['sort'], limit: { keyword: 'enum', value: ['name', 'date'] } },
  ],
  [
    [{ instancePath: '/code', keyword: 'pattern', params: { pattern: '^[A-Z]+$' }, message: 'x' }],
    { in: 'body', path: ['code'], limit: { keyword: 'pattern', value: '^[A-Z]+$' } },
  ],
  [
    { detail: [{ loc: ['body', 'kind'], type: 'literal_error', msg: "Input should be 'a', 'b' or 'c'" }] },
    { in: 'body', path: ['kind'], limit: { keyword: 'enum', value: ['a', 'b', 'c'] } },
  ],
  [
    { detail: [{ loc: ['body', 'tags'], type: 'too_long', msg: 'x', ctx: { max_length: 2 } }] },
    { in: 'body', path: ['tags'], limit: { keyword: 'maxItems', value: 2 } },
  ],
  [
    { errors: [{ field: 'mail', defaultMessage: 'must be a well-formed email address' }] },
    { in: 'body', path: ['mail'], limit: { keyword: 'format', value: 'email' } },
  ],
  [
    { statusCode: 400, code: 'FST_ERR_VALIDATION', message: 'querystring/limit must be <= 100' },
    { in: 'query', path: ['limit'], limit: { keyword: 'maximum', value: 100 } },
  ],
  [
    { statusCode: 400, message: "body must have required property 'name'" },
    { in: 'body', path: ['name'], limit: { keyword: 'required' } },
  ],
  [
    { message: ['amount must not be greater than 150'], error: 'Bad Request' },
    { in: 'body', path: ['amount'], limit: { keyword: 'maximum', value: 150 } },
  ],
  [
    { amount: ['Ensure this value is less than or equal to 150.'] },
    { in: 'body', path: ['amount'], limit: { keyword: 'maximum', value: 150 } },
  ],
  [
    { errors: [{ field: 'name', message: 'must not be blank' }] },
    { in: 'body', path: ['name'], limit: { keyword: 'minLength', value: 1 } },
  ],
  [
    { errors: [{ field: 'name', message: 'must be at least 3 characters long' }] },
    { in: 'body', path: ['name'], limit: { keyword: 'minLength', value: 3 } },
  ],
])('parses the limit in %j', (body, refusal) => {
  expect(readRefusal(body)).toEqual([refusal])
})

it('parses both bounds of a range', () => {
  const body = { errors: [{ field: 'name', message: 'size must be between 2 and 50' }] }
  expect(readRefusal(body).map(({ limit }) => limit)).toEqual([
    { keyword: 'minLength', value: 2 },
    { keyword: 'maxLength', value: 50 },
  ])
})

it.each<[Json]>([
  ['no'],
  [null],
  [{ message: 'must be at most 150' }],
  [{ errors: [{ field: 'name', message: 'is already taken' }] }],
  [{ detail: 'must be at most 150' }],
  [{ errors: [1, null, 'x'] }],
  [{ errors: { __proto__: null } }],
])('learns nothing from %j', (body) => {
  expect(readRefusal(body)).toEqual([])
})

it.each([
  ["Key 'kind' not present or not a String", 'kind'],
  ['kind is not specified or not a string', 'kind'],
  ['"started" is required', 'started'],
  ['Missing config option: url', 'url'],
  ['missing required field `name`', 'name'],
  ['Argument kind was not provided', 'kind'],
])('parses the missing property in %s', (text, name) => {
  for (const member of ['message', 'error', 'detail'])
    expect(readRefusal({ [member]: text })).toEqual([{ in: 'body', path: [name], limit: { keyword: 'required' } }])
})

it.each(['DNS Name is not canonical', 'Not Found', 'the token is missing its signature, see the log'.repeat(9)])(
  'parses nothing in %s',
  (text) => {
    expect(readRefusal({ message: text })).toEqual([])
  },
)
