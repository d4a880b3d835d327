import { expect, it } from 'vitest'
import { parseText } from '../reading/parse-text.ts'
import { type Budget, bundle } from './bundle.ts'
import { confineToFolder } from './confine.ts'

const files: Readonly<Record<string, string>> = {
  'a.yaml': 'a: { $ref: "b.yaml#/b" }\nc: { $ref: "c.yaml" }\nd: { $ref: "d.yaml" }\n',
  'b.yaml': 'b: { type: string }\nown: { $ref: "#anchor" }\n',
  'c.yaml': 'type: integer\nself: { $ref: "#anchor" }\n',
  'd.yaml': 'type: number\n',
}

/** Returns the files read, and the reasons for those not read. */
async function bundled(
  limits?: Budget,
  content = files['a.yaml'] ?? '',
  parts: Partial<{ mayLeaveFile: boolean }> = {},
) {
  const read: string[] = []
  const main = { ...parseText(content, 'a.yaml'), ...parts }
  const source = async (location: string) => {
    read.push(location)
    const text = files[location.slice('/api/'.length)]
    if (text === undefined) throw 'it is gone'
    return parseText(text, location)
  }
  const { flaws } = await bundle(main, '/api/a.yaml', confineToFolder('/api/a.yaml'), source, limits)
  return { read, flaws: flaws?.map(({ pointer, message }) => `${pointer} ${message}`), root: main.root }
}

const unlimited = { bytes: 1e6, milliseconds: 1e6 }
const size = (name: string) => files[name]?.length ?? 0
const anchors = ['b', 'c'].map((name) => {
  const key = name === 'b' ? 'own' : 'self'
  return `/x-external-files/${name}.yaml/${key} not read: $ref #anchor: only JSON pointers are followed, no anchors`
})

it('reads each file once and rewrites references to its mounted location', async () => {
  expect(await bundled()).toEqual(await bundled(unlimited))
  const { read, flaws, root } = await bundled()
  expect(read).toEqual(['/api/b.yaml', '/api/c.yaml', '/api/d.yaml'])
  expect(flaws).toEqual(anchors)
  expect(root).toEqual({
    a: { $ref: '#/x-external-files/b.yaml/b' },
    c: { $ref: '#/x-external-files/c.yaml' },
    d: { $ref: '#/x-external-files/d.yaml' },
  })
})

it('stops reading beyond the byte limit', async () => {
  const both = size('a.yaml') + size('b.yaml')
  expect((await bundled({ ...unlimited, bytes: both + size('c.yaml') })).read).toHaveLength(3)
  const { read, flaws } = await bundled({ ...unlimited, bytes: both + size('c.yaml') - 1 })
  expect(read).toEqual(['/api/b.yaml', '/api/c.yaml'])
  expect(flaws).toEqual([
    `/d not read: $ref d.yaml: the files read before have more than ${both + size('c.yaml') - 1} bytes`,
    ...anchors,
  ])
})

it('stops reading after the time limit', async () => {
  const { read, flaws } = await bundled({ bytes: 1e6, milliseconds: -1000 })
  expect(read).toEqual([])
  expect(flaws?.[0]).toBe('/a not read: $ref b.yaml#/b: the files read before took more than -1 s')
  // The limit applies to its own time, not the process's.
  expect((await bundled({ bytes: 1e6, milliseconds: performance.now() })).read).toHaveLength(3)
})

it('leaves main-file anchors to the check for dangling references', async () => {
  const { flaws } = await bundled(unlimited, 'a: { $ref: "#here" }\nb: { $ref: "b.yaml#here" }\n')
  expect(flaws).toEqual(['/b not read: $ref b.yaml#here: only JSON pointers are followed, no anchors'])
})

it('reports an unreadable file once, whatever error was thrown', async () => {
  const { read, flaws, root } = await bundled(unlimited, 'a: { $ref: "gone.yaml" }\nb: { $ref: "gone.yaml#/b" }\n')
  expect(read).toEqual(['/api/gone.yaml'])
  expect(flaws).toEqual(['/a not read: $ref gone.yaml: it is gone'])
  expect(root).toEqual({ a: { $ref: 'gone.yaml' }, b: { $ref: 'gone.yaml#/b' } })
})

it('skips a file that cannot reference others', async () => {
  const { read } = await bundled(unlimited, 'a: { $ref: "b.yaml" }\n', { mayLeaveFile: false })
  expect(read).toEqual([])
})
