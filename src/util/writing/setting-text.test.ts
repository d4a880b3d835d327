import { runInNewContext } from 'node:vm'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { settingText } from './setting-text.ts'

const settings = { never: ['!GET /logout'], parameters: { "GET /it's/{id}": { id: '…' } }, target: { writable: true } }

it.each([
  ['specdrift.config.ts', "never: ['!GET /logout'], parameters: { 'GET /it\\'s/{id}': { id: '…' } }", inScript],
  ['specdrift.config.mjs', "never: ['!GET /logout'], parameters: { 'GET /it\\'s/{id}': { id: '…' } }", inScript],
  ['specdrift.config.yaml', "never: ['!GET /logout'], parameters: { 'GET /it''s/{id}': { id: '…' } }", load],
  ['specdrift.config.yml', "never: ['!GET /logout'], parameters: { 'GET /it''s/{id}': { id: '…' } }", load],
  [
    'specdrift.config.json',
    '"never": ["!GET /logout"], "parameters": { "GET /it\'s/{id}": { "id": "…" } }',
    JSON.parse,
  ],
])('settings in %s', (file, start, parse) => {
  const text = settingText(`/home/me/shop/${file}`, settings)
  expect(text.startsWith(`${start}, `) && text.endsWith(` in ${file}`)).toBe(true)
  expect(parse(`{ ${text.slice(0, -` in ${file}`.length)} }`)).toEqual(settings)
})

function inScript(text: string): unknown {
  return runInNewContext(`(${text})`)
}

it('settings without a config file are JSON', () => {
  expect(settingText(undefined, { writable: true })).toBe('"writable": true in the config')
})
