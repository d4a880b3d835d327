import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../model/document.ts'
import { operationsOf } from '../dialects/operations.ts'
import { loadDocument } from './load.ts'

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))
const head = 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths: {}\n'
const schemas = (refs: readonly string[]) =>
  `${head}components:\n  schemas:\n${refs.map((ref, index) => `    S${index}: { $ref: '${ref}' }\n`).join('')}`

let cwd = ''
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd })
const load = (address: string) => loadDocument(address, { cwd })
const flaws = (document: Document) => document.flaws.map(({ message }) => message)

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'specdrift-load-'))
  mkdirSync(join(cwd, 'api/inner'), { recursive: true })
  writeFileSync(join(cwd, 'outside.yaml'), 'type: string\n')
  writeFileSync(join(cwd, 'api/inner/a.yaml'), 'A: { type: string }\n')
  writeFileSync(join(cwd, 'api/openapi.yaml'), schemas(['inner/a.yaml#/A']))
  symlinkSync(join(cwd, 'outside.yaml'), join(cwd, 'api/link.yaml'))
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'one')
  writeFileSync(join(cwd, 'api/inner/a.yaml'), 'A: { type: integer }\n')
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

describe('loadDocument', () => {
  it('reads a path and prints it relative to the working directory', async () => {
    const document = await load('api/openapi.yaml')
    expect([document.name, document.file]).toEqual(['api/openapi.yaml', 'api/openapi.yaml'])
    expect((await load(join(cwd, 'api/openapi.yaml'))).file).toBe('api/openapi.yaml')
    expect((await load('api\\openapi.yaml')).file).toBe('api/openapi.yaml')
    expect((await loadDocument('../outside.yaml', { cwd: join(cwd, 'api') }).catch(String)) as string).toContain(
      `${cwd}/outside.yaml is not an OpenAPI description`,
    )
  })

  it('reads given text and standard input', async () => {
    expect((await loadDocument({ content: head, name: 'given' })).name).toBe('given')
    const stdin = async function* () {
      yield Buffer.from(head.slice(0, 20))
      yield head.slice(20)
    }
    expect((await loadDocument('-', { stdin: stdin() })).title).toBe('T')
    await expect(loadDocument('-', { stdin: stdin(), maxBytes: 30 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('reads a Git revision including referenced files', async () => {
    const document = await load('git:HEAD:api/openapi.yaml')
    expect(document.resolve('#/components/schemas/S0')?.node).toEqual({ type: 'string' })
    expect(document.locate(document.resolve('#/components/schemas/S0')?.pointer ?? '').file).toBe(
      'git:HEAD:api/inner/a.yaml',
    )
    expect((await load('api/openapi.yaml')).resolve('#/components/schemas/S0')?.node).toEqual({ type: 'integer' })
  })

  it.each([
    ['api/openapi.yml', 'FILE_NOT_FOUND', 'No file at api/openapi.yml (did you mean openapi.yaml?)'],
    ['api', 'FILE_UNREADABLE', 'it is a folder'],
    ['git:HEAD:nope.yaml', 'GIT_FAILED', "path 'nope.yaml' does not exist"],
    ['git:nope:api/openapi.yaml', 'GIT_FAILED', 'nope'],
    ['git:--output=x:api/openapi.yaml', 'GIT_FAILED', 'does not name a revision'],
    ['git:HEAD', 'GIT_FAILED', 'does not name a revision'],
    ['lending@b07', 'UNKNOWN_API', 'No API called lending under specs (no snapshots are stored yet)'],
    ['http://user:secret@127.0.0.1/a', 'FETCH_FAILED', 'credentials in a URL'],
    ['http://', 'FETCH_FAILED', 'not a URL'],
  ])('%s fails with %s', async (address, code, message) => {
    const error = await load(address).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ToolError', code, message: expect.stringContaining(message) })
    expect(String(error)).not.toContain('secret')
  })
})

describe('a description of several files', () => {
  it('resolves across files and locates positions in the right one', async () => {
    const document = await loadDocument('multi/openapi.yaml', { cwd: fixtures })
    expect(document.flaws).toEqual([])
    const list = operationsOf(document).find(({ operationId }) => operationId === 'listLoans')
    expect(list?.key).toBe('GET /loans')
    const position = (pointer = '') => {
      const { file, line } = document.locate(pointer)
      return `${file}:${line}`
    }
    expect(position(list?.pointer)).toBe('multi/paths.yaml:3')
    expect(position(list?.responses[0]?.pointer)).toBe('multi/paths.yaml:9')
    const loan = document.resolve('#/x-external-files/schemas~1loan.yaml')
    expect(position(`${loan?.pointer}/properties/id`)).toBe('multi/schemas/loan.yaml:3')
    expect(document.at(`${loan?.pointer}/properties`)).toEqual({
      id: { type: 'string' },
      parent: { $ref: '#/x-external-files/schemas~1loan.yaml' },
      amount: { $ref: '#/components/schemas/Money' },
    })
  })

  it('ignores data that looks like a reference', async () => {
    const document = await loadDocument('multi/openapi.yaml', { cwd: fixtures })
    const media = operationsOf(document).find(({ path }) => path === '/self')?.responses[0]?.content[0]
    expect(media?.node.example).toEqual({ $ref: '../outside.yaml' })
  })

  it('never reads outside its folder and contacts no host', async () => {
    const refs = ['/etc/hostname', '../outside.yaml', 'http://127.0.0.1:1/x', 'http://169.254.169.254/latest']
    const more = ['file:///etc/hostname', '//127.0.0.1/x', 'C:\\x.yaml', '%2e%2e/outside.yaml', 'link.yaml', 'a%00b']
    writeFileSync(join(cwd, 'api/hostile.yaml'), schemas([...refs, ...more]))
    const contacted: string[] = []
    const fetch: typeof globalThis.fetch = (url) => {
      contacted.push(String(url))
      return Promise.reject(new Error('contacted'))
    }
    const document = await loadDocument('api/hostile.yaml', { cwd, fetch })
    expect(contacted).toEqual([])
    expect(flaws(document)).toHaveLength(refs.length + more.length)
    for (const flaw of flaws(document)) expect(flaw).toMatch(/^refused|symbolic link leads out/)
    for (const index of [...refs, ...more].keys())
      expect(document.resolve(`#/components/schemas/S${index}`)).toBeUndefined()
    expect(JSON.stringify(document.root)).not.toContain('x-external-files')
  })

  it('reports each unreadable file once', async () => {
    writeFileSync(join(cwd, 'api/gaps.yaml'), schemas(['gone.yaml', 'gone.yaml#/A', 'inner/a.yaml#A', 'bad.yaml', '.']))
    writeFileSync(join(cwd, 'api/bad.yaml'), 'a: [')
    expect(flaws(await load('api/gaps.yaml'))).toEqual([
      'not read: $ref gone.yaml: Could not read api/gone.yaml: there is no such file',
      'not read: $ref inner/a.yaml#A: only JSON pointers are followed, no anchors',
      expect.stringContaining('not read: $ref bad.yaml: api/bad.yaml:1:5 is not valid YAML or JSON'),
      "refused: $ref .: it leaves the description's folder",
    ])
  })
})
