import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TargetConfig } from '../../config/schema.ts'
import { clientCertificate, serverCertificate } from '../../testing/servers/certificates.ts'
import { connectionOf } from './connection.ts'
import { environmentSecrets, secretsOfTarget } from './secrets.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-connection-'))
  await writeFile(join(folder, 'ca.pem'), serverCertificate.cert)
  await writeFile(join(folder, 'client.pem'), clientCertificate.cert)
  await writeFile(join(folder, 'client.key'), clientCertificate.key)
  await writeFile(join(folder, 'other.key'), serverCertificate.key)
  await writeFile(join(folder, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
})
afterAll(() => rm(folder, { recursive: true }))

const connection = (config: TargetConfig, env: Record<string, string> = {}) =>
  connectionOf(config, { baseUrl: 'https://api.example', cwd: folder, env })

test('converts the config to connection options', async () => {
  expect(await connection({})).toEqual({})
  const limits = { timeoutMs: 5, timeouts: { connectMs: 1, totalMs: 9 }, maxBytes: 10, concurrency: 2, http2: true }
  expect(await connection({ ...limits, rateLimit: { perSecond: 3 } })).toEqual({
    ...limits,
    rateLimits: [{ perSecond: 3 }],
  })
  const several = [{ perSecond: 3 }, { perSecond: 1, burst: 2, operations: 'GET /a' }]
  expect(await connection({ rateLimit: several })).toEqual({ rateLimits: several })
})

test('reads certificates relative to the config', async () => {
  const tls = { caFile: 'ca.pem', certFile: 'client.pem', keyFile: 'client.key', servername: 'a', insecure: true }
  const { cert, key } = clientCertificate
  expect(await connection({ tls })).toEqual({
    tls: { ca: serverCertificate.cert, cert, key, servername: 'a', insecure: true },
  })
})

test.each([
  [{ caFile: 'missing.pem' }, 'FILE_UNREADABLE', /missing\.pem/],
  [{ caFile: 'broken.pem' }, 'CONFIG_INVALID', /broken\.pem cannot be used/],
  [{ certFile: 'client.pem', keyFile: 'other.key' }, 'CONFIG_INVALID', /client\.pem, other\.key cannot be used/],
  [{ certFile: 'client.pem' }, 'CONFIG_INVALID', /keyFile/],
])('%j is %s', async (tls, code, message) => {
  await expect(connection({ tls })).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test("prefers the configured proxy to the environment's", async () => {
  const env = { HTTPS_PROXY: 'http://env.example' }
  expect(await connection({}, env)).toEqual({ proxy: 'http://env.example' })
  expect(await connection({ proxy: 'http://own.example' }, env)).toEqual({ proxy: 'http://own.example' })
  expect(await connection({ proxy: false }, env)).toEqual({})
})

test('values of variables with secret-like names are secrets, except words and short values', () => {
  const env = {
    SHOP_TOKEN: 'shop-token-value',
    db_password: 'correct horse',
    AWS_SECRET_ACCESS_KEY: 'aws-secret-value',
    STRIPE_APIKEY: 'stripe-key-value',
    PASSWORD_TOKEN: 'short',
    TOKENIZER: 'not-a-secret',
    PATH: '/usr/local/bin',
  }
  expect(environmentSecrets(env)).toEqual(['aws-secret-value', 'correct horse', 'shop-token-value', 'stripe-key-value'])
})

test('credentials in URLs are secrets', () => {
  const target = {
    baseUrl: 'https://ann:p%40ss@api.example',
    proxy: 'http://onlytoken@proxy.example',
    label: '',
    writable: false,
    credentials: [{ type: 'bearer', name: 'T', prefix: '', token: 'bearer-token' } as const],
    secrets: ['environment'],
    tls: { key: 'private-key' },
  }
  expect(secretsOfTarget(target)).toEqual([
    ...['bearer-token', 'p%40ss', 'p@ss', 'onlytoken', 'onlytoken', 'environment', 'private-key'],
  ])
})
