import dns from 'node:dns/promises'
import fs, { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Dispatcher, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Document } from '../../model/document.ts'
import { loadDocument } from '../reading/load.ts'

const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n'
const withRef = (ref: string) => `${head}components:\n  schemas:\n    A: { $ref: '${ref}' }\n`

/** URLs that no description may access, however it was loaded. */
const elsewhere = [
  'file:///etc/hostname',
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:8080/x',
  'http://10.0.0.1/x',
  'http://[::1]/x',
  'http://[::ffff:127.0.0.1]/x',
  'http://localhost/x',
  'https://other.example/x.yaml',
  '//other.example/x.yaml',
  'ftp://other.example/x.yaml',
  'data:application/json,{}',
]

/** Paths outside a file's folder. */
const outside = ['/etc/hostname', '../outside.yaml', '%2e%2e/outside.yaml', '..\\outside.yaml', 'C:\\outside.yaml']

let cwd = ''
/** Contacted hosts and files read, asserted by every test. */
const contacted: string[] = []
const read: string[] = []

/** Records and rejects every request, except for one URL with a response. */
class Watch extends Dispatcher {
  readonly #agent = new MockAgent()

  constructor() {
    super()
    this.#agent.disableNetConnect()
  }

  respond(address: string, body: string): void {
    const { origin, pathname } = new URL(address)
    this.#agent.get(origin).intercept({ path: pathname }).reply(200, body)
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    contacted.push(`${options.origin}${options.path}`)
    return this.#agent.dispatch(options, handler)
  }
}

const usual = getGlobalDispatcher()
let watch = new Watch()

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'specdrift-confinement-'))
  mkdirSync(join(cwd, 'api'))
  writeFileSync(join(cwd, 'outside.yaml'), 'secret: outside\n')
  symlinkSync(join(cwd, 'outside.yaml'), join(cwd, 'api/link.yaml'))
  symlinkSync(cwd, join(cwd, 'api/up'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

beforeEach(() => {
  contacted.length = 0
  read.length = 0
  watch = new Watch()
  setGlobalDispatcher(watch)
  const refuse = (...args: unknown[]): never => {
    contacted.push(JSON.stringify(args))
    throw new Error('contacted')
  }
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse)
  // Only the host named by the user may be resolved, before the request.
  const lookup = (name: string) =>
    name === 'api.example' ? Promise.resolve([{ address: '8.8.8.8', family: 4 }]) : refuse(name)
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup)
  const { openSync } = fs
  const { open } = fs.promises
  vi.spyOn(fs, 'openSync').mockImplementation((file, ...how) => {
    read.push(String(file))
    return openSync(file, ...how)
  })
  vi.spyOn(fs.promises, 'open').mockImplementation((file, ...how) => {
    read.push(String(file))
    return open(file, ...how)
  })
  // Applies the stubs to modules that imported these functions by name.
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  setGlobalDispatcher(usual)
})

const flaws = (document: Document) => document.flaws.map(({ pointer, message }) => `${pointer} ${message}`)

describe('a description from a file', () => {
  it.each([...elsewhere, ...outside, 'link.yaml', 'up/outside.yaml'])('may not refer to %s', async (ref) => {
    const main = join(cwd, 'api/openapi.yaml')
    writeFileSync(main, withRef(ref))
    const document = await loadDocument('api/openapi.yaml', { cwd })
    expect(flaws(document)).toEqual([
      expect.stringMatching(/^\/components\/schemas\/A (refused: |not read: .* leads out of)/),
    ])
    expect(document.resolve('#/components/schemas/A')).toBeUndefined()
    expect(JSON.stringify(document.root)).not.toMatch(/outside"|x-external-files/)
    expect({ contacted, read }).toEqual({ contacted: [], read: [main] })
  })
})

describe('a description from a URL', () => {
  const main = 'https://api.example/v1/openapi.yaml'

  it('cannot access the file system: a path belongs to its own origin', async () => {
    watch.respond(main, withRef('/etc/hostname'))
    watch.respond('https://api.example/etc/hostname', 'type: string')
    const document = await loadDocument(main, { cwd })
    expect(document.resolve('#/components/schemas/A')?.node).toEqual({ type: 'string' })
    expect({ contacted, read }).toEqual({ contacted: [main, 'https://api.example/etc/hostname'], read: [] })
  })

  it.each([...elsewhere, 'http://api.example/x', 'https://api.example:8443/x', 'https://u:p@api.example/x'])(
    'may not refer to %s',
    async (ref) => {
      watch.respond(main, withRef(ref))
      const document = await loadDocument(main, { cwd })
      expect(flaws(document)).toEqual([expect.stringMatching(/^\/components\/schemas\/A refused: /)])
      expect(contacted).toEqual([main])
      expect(document.resolve('#/components/schemas/A')).toBeUndefined()
      expect(read).toEqual([])
    },
  )
})

it.each([...elsewhere, ...outside, 'api/link.yaml'])('a description given as text may not refer to %s', async (ref) => {
  const document = await loadDocument({ content: withRef(ref), name: 'given' }, { cwd })
  expect(flaws(document)).toEqual([expect.stringMatching(/^\/components\/schemas\/A /)])
  expect(document.resolve('#/components/schemas/A')).toBeUndefined()
  expect({ contacted, read }).toEqual({ contacted: [], read: [] })
})

it('ignores references inside data or extensions', async () => {
  const data = { $ref: 'file:///etc/hostname', also: { $ref: 'http://127.0.0.1:8080/x' } }
  const schema = { default: data, enum: [data], const: data, examples: [data], example: data, 'x-more': data }
  const media = { schema, example: data, examples: { one: { value: data } } }
  const description = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/x': { get: { responses: { 200: { description: 'ok', content: { 'application/json': media } } } } } },
    'x-own': data,
  }
  writeFileSync(join(cwd, 'api/data.json'), JSON.stringify(description))
  const document = await loadDocument('api/data.json', { cwd })
  expect(document.flaws).toEqual([])
  expect(document.root).toEqual(description)
  expect({ contacted, read }).toEqual({ contacted: [], read: [join(cwd, 'api/data.json')] })
})

it('the test setup detects a request, a connection, a lookup and a file', async () => {
  await expect(fetch('http://127.0.0.1:8080/a')).rejects.toThrow()
  expect(() => net.connect(8080, '127.0.0.1')).toThrow('contacted')
  expect(() => dns.lookup('other.example')).toThrow('contacted')
  await loadDocument('api/data.json', { cwd })
  expect([contacted.length, read.length]).toEqual([3, 1])
})
