import { expect, it } from 'vitest'
import { bareType, isJsonType, isPlainJson, isTextType, isUnspecific, isVendorJson, sequenceOf } from './media-type.ts'

/** Names of the predicates that match a type, in order. */
const said = (type: string) =>
  Object.entries({ isJsonType, isPlainJson, isVendorJson, isTextType, isUnspecific })
    .filter(([, is]) => is(type))
    .map(([name]) => name.slice(2))
    .join(' ')

it.each<[string, string | undefined]>([
  ['application/json', 'JsonType PlainJson Unspecific'],
  [' Application/JSON ; charset=utf-8', 'JsonType PlainJson Unspecific'],
  ['text/json', 'JsonType PlainJson TextType'],
  ['application/geo+json', 'JsonType Unspecific'],
  ['application/vnd.acme.v2+json', 'JsonType VendorJson Unspecific'],
  ['application/prs.acme+json', 'JsonType VendorJson Unspecific'],
  ['application/x.acme+json', 'JsonType VendorJson Unspecific'],
  ['application/x-acme+json', 'JsonType VendorJson Unspecific'],
  ['application/xacme+json', 'JsonType Unspecific'],
  ['application/vnd.acme', 'Unspecific'],
  ['application/jsonp', 'Unspecific'],
  ['application/vnd.acme+jsonx', 'Unspecific'],
  ['x-application/json', ''],
  ['application/octet-stream', ''],
  ['image/png', ''],
  ['x-text/plain', ''],
  ['text/plain', 'TextType'],
  ['image/svg+xml', 'TextType'],
  ['application/vnd.acme+yaml', 'TextType'],
  ['image/svg+xmlx', ''],
  ['multipart/form-data; boundary=a', 'TextType'],
  ...['xml', 'yaml', 'x-yaml', 'csv', 'javascript', 'ecmascript', 'graphql', 'sql', 'toml', 'jwt', 'jose'].map(
    (name): [string, string] => [`application/${name}`, 'TextType'],
  ),
  ['application/x-www-form-urlencoded', 'TextType'],
  ['application/xmlx', 'Unspecific'],
  ['', ''],
])('%j is %s', (type, expected) => {
  expect(said(type)).toBe(expected)
})

it.each<[string, string | undefined]>([
  ['text/event-stream; charset=utf-8', 'events'],
  ['application/json-seq', 'records'],
  ['application/geo+json-seq', 'records'],
  ...['jsonl', 'x-jsonl', 'jsonlines', 'x-jsonlines', 'ndjson', 'x-ndjson', 'stream+json'].map(
    (name): [string, string] => [`application/${name}`, 'lines'],
  ),
  ['application/jsonlx', undefined],
  ['x-application/jsonl', undefined],
  ['application/json', undefined],
])('the items of %s are %s', (type, expected) => {
  expect(sequenceOf(type)).toBe(expected)
})

it('ignores parameters of a type', () => {
  expect(bareType(' Text/CSV ; header=present')).toBe('text/csv')
})
