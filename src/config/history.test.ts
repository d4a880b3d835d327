import { expect, it } from 'vitest'
import { inFolder } from '../testing/cli/scenario.ts'
import { loadConfig } from './load.ts'

it.each([
  [{ url: 'postgres://ann:planted@db/history' }, 'contains a password: put the URL into an environment variable'],
  [{ url: 'postgres://ann:@planted@db/history' }, 'contains a password'],
  [{ url: 'postgresql://ann:planted@/history?host=/run' }, 'contains a password'],
  [{ url: 'postgres://ann@db/history?password=planted' }, 'may have the parameters host'],
  [{ url: 'postgres://ann@db/history?planted' }, 'may have the parameters host'],
  [{ url: 'mysql://planted/b' }, 'must begin with postgres://'],
  [{ urlEnv: 'postgres://ann:planted@db/history' }, 'must be the name of an environment variable'],
  [{ url: 'postgres://ann@db/history', urlEnv: 'HISTORY' }, 'must have either url or urlEnv'],
  [{ url: 'postgres://ann@db/history', password: 'planted' }, 'unknown key history.password'],
])('history: %j is refused, and a password not repeated', async (history, message) => {
  const content = JSON.stringify({ history })
  await inFolder([{ name: 'specdrift.config.json', content }], async (folder) => {
    const error: unknown = await loadConfig(folder).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain(message)
    expect(String(error)).not.toContain('planted')
  })
})

it.each([
  { url: 'postgres://ann@db:5432/history?sslmode=verify-full' },
  { url: 'postgres://db/history' },
  { url: 'postgres:///history?host=/run/postgresql' },
  { urlEnv: 'HISTORY' },
])('history: %j is taken', async (history) => {
  const content = JSON.stringify({ history })
  await inFolder([{ name: 'specdrift.config.json', content }], async (folder) => {
    expect((await loadConfig(folder)).history).toEqual(history)
  })
})

it('supports required and timeoutMs with files, too', async () => {
  const content = JSON.stringify({ history: { required: true, timeoutMs: 500 } })
  await inFolder([{ name: 'specdrift.config.json', content }], async (folder) => {
    const { history, historyRequired, historyTimeoutMs } = await loadConfig(folder)
    expect([history, historyRequired, historyTimeoutMs]).toEqual([undefined, true, 500])
  })
})
