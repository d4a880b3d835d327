import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../drift/redaction/redact.ts'
import { sentSecrets } from '../drift/redaction/sent-secrets.ts'
import { environmentSecrets } from '../suite/connection/secrets.ts'
import { inFolder } from '../testing/cli/scenario.ts'
import { plainNames, secretNames } from '../testing/secret-names.ts'
import { addParameter, noFacts } from '../traffic/drafting/operation-facts.ts'
import { namesSecret, withoutSecrets } from '../util/secret-keys.ts'
import { openRecorder } from './proxy/record.ts'

const redactor = createRedactor()
const value = 'PLANTED-12345'

/** All functions that recognize names of secrets. */
const rooms: Readonly<Record<string, (name: string) => boolean | Promise<boolean>>> = {
  'a property of a report': (name) => JSON.stringify(redactor.json({ [name]: value })).includes('[redacted]'),
  'a header of a report': (name) => redactor.header(name, value) === '[redacted]',
  'a property that was sent': (name) => isSent({ body: JSON.stringify({ a: [{ [name]: value }] }) }),
  'a parameter that was sent': (name) => isSent({ path: `/a?${name}=${value}` }),
  'an address': (name) => withoutSecrets(`https://a.test/o?${name}=${value}`) === 'https://a.test/o',
  'a part of a suite': (name) => namesSecret(name),
  'a property of a suite': (name) => namesSecret(name, 'property'),
  'a parameter of a draft': (name) => {
    const facts = noFacts()
    addParameter(facts, 'query', name, [value], { exchange: 1, shapes: 10, values: 10 } as never)
    return facts.credentials.size > 0
  },
  'an environment variable': (name) =>
    environmentSecrets({ [name.replaceAll(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase()]: value }).length > 0,
  'a HAR of the proxy': (name) => isRecorded(name, 't.har'),
  'lines of the proxy': (name) => isRecorded(name, 't.ndjson'),
}

function isSent(parts: object): boolean {
  const request = { method: 'POST', path: '/a', headers: { 'content-type': 'application/json' }, ...parts }
  return sentSecrets(request, redactor).includes(value)
}

function isRecorded(name: string, file: string): Promise<boolean> {
  return inFolder([], async (cwd) => {
    const recorder = await openRecorder(file, cwd, createRedactor())
    const headers = { 'content-type': 'application/json', [name.toLowerCase()]: value }
    const body = JSON.stringify({ [name]: value })
    recorder.add({
      time: '2026-11-20T08:00:00.000Z',
      request: { method: 'POST', url: `http://a.test/a?${name}=${value}`, headers, body },
      response: { status: 200, headers, body },
    })
    await recorder.close()
    return !(await readFile(join(cwd, file), 'utf8')).includes(value)
  })
}

/** Variable names may have a suffix: `DEPLOY_TOKEN_STAGING`. */
const secretVariables = ['TOKEN', 'SECRET', 'SECRETS', 'PASSWORD', 'API_KEY', 'CREDENTIAL', 'SIGNATURE']
const isVariableOf = (name: string): boolean =>
  secretVariables.some((word) =>
    `_${name.replaceAll(/(?<=[a-z])(?=[A-Z])|-/g, '_').toUpperCase()}_`.includes(`_${word}_`),
  )

describe.each(Object.entries(rooms))('%s', (room, isSecret) => {
  // PWD is the shell's working directory.
  it.each(secretNames.filter((name) => name !== 'pwd' || room !== 'an environment variable'))(
    '%s is a secret',
    async (name) => {
      expect(await isSecret(name)).toBe(true)
    },
  )

  it.each(plainNames.filter((name) => room !== 'an environment variable' || !isVariableOf(name)))(
    '%s is none',
    async (name) => {
      expect(await isSecret(name)).toBe(false)
    },
  )
})

it.each(['PWD', 'OLDPWD', 'HOME', 'SESSION_MANAGER', 'TOKENIZER', 'KEYBOARD_LAYOUT'])('%s holds no secret', (name) => {
  expect(environmentSecrets({ [name]: value })).toEqual([])
})

it.each(['DEPLOY_TOKEN_STAGING', 'DB_CREDENTIALS', 'SECRETS', 'npm_config__authToken', 'MY_PRIVATE_KEY_PEM'])(
  '%s contains one',
  (name) => {
    expect(environmentSecrets({ [name]: value })).toEqual([value])
  },
)
