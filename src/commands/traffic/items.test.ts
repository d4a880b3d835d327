import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { run } from '../run.ts'

const person = { type: 'object', required: ['price'], properties: { price: { type: 'number' } } }
const form = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, photo: { type: 'string', format: 'binary' } },
}
const description = {
  openapi: '3.2.0',
  info: { title: 'a', version: '1' },
  paths: {
    '/lines': {
      get: { responses: { 200: { description: '', content: { 'application/jsonl': { itemSchema: person } } } } },
    },
    '/events': {
      get: {
        responses: {
          200: {
            description: '',
            content: {
              'text/event-stream': {
                itemSchema: {
                  properties: {
                    id: {},
                    data: { type: 'string', contentMediaType: 'application/json', contentSchema: person },
                  },
                },
              },
            },
          },
        },
      },
    },
    '/forms': {
      post: {
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
        responses: { 204: { description: '' } },
      },
    },
  },
}

const url = (path: string) => `https://api.example.com${path}`
const stream = (path: string, type: string, body: string, more = {}) => ({
  request: { method: 'GET', url: url(path), headers: {}, body: '' },
  response: { status: 200, headers: { 'content-type': type }, body, ...more },
})
const upload = (fields: Readonly<Record<string, string>>) => ({
  request: {
    method: 'POST',
    url: url('/forms'),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: `${Object.entries(fields)
      .map(([name, text]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
      .join('')}--x--\r\n`,
  },
  response: { status: 204, headers: {}, body: '' },
})

async function check(exchanges: readonly object[], ...flags: string[]) {
  return inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'd.json'), JSON.stringify(description))
    await writeFile(join(cwd, 'a.ndjson'), exchanges.map((one) => JSON.stringify(one)).join('\n'))
    const { code, stdout, stderr } = await runCli(run, ['check', 'a.ndjson', '--description', 'd.json', ...flags], {
      cwd,
    })
    const files = await readdir(cwd, { recursive: true, withFileTypes: true })
    const reports = files.filter((one) => one.isFile() && one.parentPath.includes('reports'))
    const texts = await Promise.all(reports.map((one) => readFile(join(one.parentPath, one.name), 'utf8')))
    return { code, stdout, stderr, all: [stdout, stderr, ...texts].join('\n') }
  })
}

it('names the item of a stream', async () => {
  const lines = stream('/lines', 'application/jsonl', '{"price":1}\n{"price":2}\n{"price":3}\n{"price":"4"}\n')
  const { code, stdout } = await check([lines], '--expand')
  expect(code).toBe(1)
  expect(stdout).toContain('[].price: is of type string, not number')
  expect(stdout).toContain('"4" at item 3 /price')
  const markdown = await check([lines], '--format', 'markdown')
  expect(markdown.stdout).toContain('at `item 3 /price`')
})

it('checks what is complete, and counts an incomplete item as not checked', async () => {
  const cut = '{"price":1}\n{"price":"2"}\n{"pri'
  const { code, stdout } = await check([stream('/lines', 'application/jsonl', cut, { partialBody: true })], '--json')
  const { findings, notChecked } = JSON.parse(stdout)
  expect([code, findings.length]).toEqual([1, 1])
  expect(notChecked).toContainEqual(
    expect.objectContaining({ because: 'it is incomplete: the stream or its recording ends within it' }),
  )
  const alone = await check(
    [stream('/lines', 'application/jsonl', '{"price":1}\n{"price":"2', { partialBody: true })],
    '--json',
  )
  expect([alone.code, JSON.parse(alone.stdout).findings]).toEqual([0, []])
})

it('checks the fields of a form in requests', async () => {
  const { code, stdout } = await check(
    [upload({ id: '7', photo: 'x' }), upload({ photo: 'x' }), upload({ id: 'x', no: '1' })],
    '--json',
  )
  const found = JSON.parse(stdout).findings.map(
    ({ site, message }: { site: { pointer: string }; message: string }) => `${site.pointer} ${message}`,
  )
  expect([code, found.sort()]).toEqual([
    0,
    [
      '/id is required and missing, and was accepted',
      '/id is sent and breaks type "integer"',
      '/no is sent, is not documented, and was accepted',
    ],
  ])
})

it('shows no personal data of items in any output', async () => {
  const planted = {
    firstName: 'Annabel',
    accountNumber: 12345678,
    mail: 'ann.lee@example.com',
    card: 4111111111111111,
    price: 'high',
  }
  const words = ['Annabel', '12345678', 'ann.lee@example.com', '4111111111111111']
  const json = JSON.stringify(planted)
  const exchanges = [
    stream('/lines', 'application/jsonl', `${json}\n{"firstName":"Annabel","accountNumber":12345678,\n${json}\n`),
    stream(
      '/events',
      'text/event-stream',
      `id: ann.lee@example.com\ndata: ${json}\n\ndata: {"firstName":"Annabel"\n\n`,
    ),
    upload({
      firstName: 'Annabel',
      mail: 'ann.lee@example.com',
      accountNumber: '12345678',
      card: '4111111111111111',
      id: 'ann.lee@example.com',
    }),
  ]
  const shown = (text: string) => words.filter((one) => text.includes(one))
  for (const format of ['json', 'html', 'markdown', 'junit', 'sarif', 'csv', 'github']) {
    const { all } = await check(exchanges, '--format', format, '--reports-dir', 'reports')
    expect([format, all.length > 100, shown(all)]).toEqual([format, true, []])
  }
  for (const output of ['clean.ndjson', 'clean.har'])
    await inFolder([], async (cwd) => {
      await writeFile(join(cwd, 'a.ndjson'), exchanges.map((one) => JSON.stringify(one)).join('\n'))
      const { code } = await runCli(run, ['redact', 'a.ndjson', '-o', output], { cwd })
      const text = await readFile(join(cwd, output), 'utf8')
      expect([output, code, shown(text)]).toEqual([output, 0, []])
      await writeFile(join(cwd, 'd.json'), JSON.stringify(description))
      const again = await runCli(run, ['check', output, '--description', 'd.json', '--json'], { cwd })
      expect(JSON.parse(again.stdout).traffic.checked).toBe(3)
    })
})
