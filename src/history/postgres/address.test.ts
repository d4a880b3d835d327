import { expect, it } from 'vitest'
import { connectionOf, type DatabaseAddress, nameOf, withoutSecrets } from './address.ts'

const secret = 's3cr3t'

it.each([
  `postgres://ci:2024?${secret}@host/db`,
  `postgres://ci:2024/${secret}@host/db`,
  `postgres://ci:2024#${secret}@host/db`,
  `postgres://ci:%${secret}@host/db`,
  `postgres://${secret}%@host/db`,
  `postgres://ci@host/%${secret}`,
  `postgres://ci@host:${secret}/db`,
  `${secret}://ci@host/db`,
  `postgres://ci@host/db?password=${secret}`,
  `postgres://ci@host/db?${secret}=1`,
  `postgres://ci@host/db?sslmode=${secret}`,
  `postgres://ci@host/db?sslrootcert=/none/${secret}`,
  `postgres://ci@host/db?sslcert=/none/${secret}`,
  `postgres://ci@host/db?sslkey=/none/${secret}`,
  `postgres://ci@host/db#${secret}`,
  secret,
])('an error about %s does not quote any part of the URL', async (url) => {
  const address: DatabaseAddress = { name: nameOf(url), url }
  const error: unknown = await connectionOf(address).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
  expect(String(error)).not.toContain(secret)
})

it.each([
  `postgres://${secret}:x@host/db`,
  `postgres://ci:${secret}@host/db`,
  `postgres://ci@host/${secret}`,
  `postgres://ci:%73${secret.slice(1)}@host/db`,
  `postgres://ci@host/db?sslkey=${secret}`,
])('redacts %s in a server message and shows only its host in the name', (url) => {
  expect(withoutSecrets({ name: 'it', url }, `cannot use ${url}: "${secret}"`)).not.toContain(secret)
  expect(nameOf(url)).toBe('the database at host')
})
