import { expect, it } from 'vitest'
import { nameProblem, parseApiName } from './api-name.ts'

it.each(['shop', 'Shop-2', 'a.b_c', '2024', '_internal'])('%j is the name of an API', (name) => {
  expect([parseApiName(name), nameProblem(name)]).toEqual([name, undefined])
})

it.each([
  ...[
    '',
    '.',
    '..',
    '...',
    '../up',
    '..\\up',
    '/etc/passwd',
    'a/b',
    'a\\b',
    'C:',
    'a b',
    'Ü',
    'a\0',
    'a\n',
    '~',
    '%2e%2e',
  ],
  ...['shop/../x', '\u2025', 'shop\u2215up', 'CON', 'nul.txt', 'com1', 'shop.', '@latest', '*', '$HOME'],
])('%j is not an API name', (name) => {
  expect(() => parseApiName(name)).toThrow(`The API name ${JSON.stringify(name)} `)
})
