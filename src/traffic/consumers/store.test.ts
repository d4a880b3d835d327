import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ConsumerUse } from '../../model/report/consumer.ts'
import { mergeUses, readUse, readUses, useFile, writeUse } from './store.ts'

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'specdrift-uses-'))
const use = (consumer: string, parts: Partial<ConsumerUse> = {}): ConsumerUse => ({
  v: 1,
  consumer,
  sources: [{ kind: 'hand' }],
  operations: {},
  ...parts,
})

it('reads written uses, sorted by name', async () => {
  const at = await folder()
  for (const name of ['web', 'batch']) await writeUse(useFile(at, name), use(name))
  await writeFile(join(at, 'README.md'), 'about')
  expect(await readUses(at)).toEqual([use('batch'), use('web')])
})

it.each([
  ['{', 'it is not JSON'],
  ['[]', 'it is not a JSON object'],
  ['{"v":2}', '`v` is not 1'],
  ['{"v":1}', '`consumer` is missing'],
  ['{"v":1,"consumer":"a"}', '`sources` is not a list'],
  ['{"v":1,"consumer":"a","sources":[]}', '`operations` is not an object'],
  ['{"v":1,"consumer":"a","sources":[],"operations":{"GET /a":1}}', '`operations` has no object at "GET /a"'],
  [
    '{"v":1,"consumer":"a","sources":[],"operations":{"GET /a":{"reads":{"200":"/id"}}}}',
    '"GET /a" is not made of lists of texts',
  ],
  [
    '{"v":1,"consumer":"a","sources":[],"operations":{"GET /a":{"given":[1]}}}',
    '"GET /a" is not made of lists of texts',
  ],
])('rejects %s', async (text, reason) => {
  const file = join(await folder(), 'a.json')
  await writeFile(file, text)
  await expect(readUse(file)).rejects.toMatchObject({ code: 'STORE_BROKEN', message: expect.stringContaining(reason) })
})

it('never writes outside the folder, whatever the name', () => {
  expect(useFile('uses', '../../etc/passwd')).toBe(join('uses', '..-..-etc-passwd.json'))
  expect(useFile('uses', 'Zoë & co')).toBe(join('uses', 'Zoë-co.json'))
})

it('merges the uses of a consumer in any order', async () => {
  const traffic = use('web', {
    sources: [{ kind: 'traffic', from: '2026-11-02', to: '2026-11-03', exchanges: 5 }],
    operations: { 'GET /a': { calls: 5, last: '2026-11-03', sends: ['query b'], given: { '200': ['', '/id'] } } },
  })
  const more = use('web', {
    sources: [{ kind: 'traffic', from: '2026-11-01', to: '2026-11-02', exchanges: 2 }, { kind: 'reads' }],
    operations: {
      'GET /a': { calls: 2, last: '2026-11-02', sends: ['query a'], reads: { '200': ['/id'] } },
      'POST /a': { calls: 1 },
    },
  })
  const sum = mergeUses(traffic, more)
  expect(sum).toEqual(mergeUses(more, traffic))
  expect(sum).toEqual(
    use('web', {
      sources: [{ kind: 'reads' }, { kind: 'traffic', from: '2026-11-01', to: '2026-11-03', exchanges: 7 }],
      operations: {
        'GET /a': {
          calls: 7,
          last: '2026-11-03',
          sends: ['query a', 'query b'],
          given: { '200': ['', '/id'] },
          reads: { '200': ['/id'] },
        },
        'POST /a': { calls: 1 },
      },
    }),
  )
  const at = await folder()
  await writeUse(join(at, 'a.json'), sum)
  expect(JSON.parse(await readFile(join(at, 'a.json'), 'utf8'))).toEqual(sum)
})

it.each([
  ['shop', 'shop', 'shop'],
  ['shop', 'pay', undefined],
  ['shop', undefined, undefined],
  [undefined, 'pay', undefined],
])('keeps the API only if both uses have the same: %s and %s', (one, other, both) => {
  const of = (api: string | undefined) => use('web', api === undefined ? {} : { api })
  expect(mergeUses(of(one), of(other)).api).toBe(both)
})
