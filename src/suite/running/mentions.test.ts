import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operationsOf } from '../../description/dialects/operations.ts'
import { parseDocument } from '../../description/reading/parse.ts'
import { mentionedInOtherFiles } from './mentions.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-mentions-'))
})
afterEach(() => rm(folder, { recursive: true }))

const paths = ['/a', '/a/{id}', '/b', '/c', '/d'].map((path) => `  ${path}: { get: { responses: {} } }`).join('\n')
const content = `openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths:\n${paths}\n`

async function mentioned(files: Record<string, string>, ran: readonly string[] = []): Promise<readonly string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const operations = operationsOf(await parseDocument({ content, name: 't', file: 't' }))
  const wasRun = (path: string): boolean => ran.some((name) => path === join(folder, name))
  return [...mentionedInOtherFiles({ path: join(folder, 'zz.suite.ts'), api: 'demo' }, wasRun, operations)]
}

const open = `const api = await contract<Operations>({ api: 'demo' })\n`

test('finds names in any quotes, with computed parts', async () => {
  const names = ["'GET /a'", `\`GET /\${kind}/{id}\``, '"GET /c"']
  const text = names.map((name) => `api.call(${name})`).join('\n')
  expect(await mentioned({ 'a.suite.ts': `${open}${text}` })).toEqual(['GET /a', 'GET /a/{id}', 'GET /c'])
})

test('ignores the file itself, files of other APIs, files that ran and other modules', async () => {
  const text = (operation: string) => `${open}api.call('GET ${operation}')`
  const files = {
    'a.suite.ts': text('/a').replace('demo', 'other'),
    'b.ts': text('/b'),
    'c.suite.ts': text('/c'),
    'd.suite.ts': text('/d'),
    'zz.suite.ts': text('/a'),
  }
  expect(await mentioned(files, ['c.suite.ts'])).toEqual(['GET /d'])
})
