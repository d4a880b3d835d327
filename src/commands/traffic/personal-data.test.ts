import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Finding } from '../../model/finding.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { inFolder } from '../../testing/cli/scenario.ts'
import { inFull } from '../../testing/runs.ts'
import { run } from '../run.ts'

/** Personal data recognized by its form. The values are made up, or public examples for card numbers, IBANs and the like. */
const byForm = [
  ...[
    'ann.lee@example.com',
    'o’neill+tag@mail.example.co.uk',
    'jürgen@bücher.example',
    `${'"ann"@example.org'.slice(1, 3)}@example.org`,
  ],
  ...[
    '4111111111111111',
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    '378282246310005',
    '6011000990139424',
    '3530111333300000',
  ],
  ...['DE89370400440532013000', 'GB82 WEST 1234 5698 7654 32', 'FR1420041010050500013M02606'],
  ...[
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
    '078-05-1120',
    '046-454-286',
    'AB 12 34 56 C',
    'AB123456C',
  ],
  ...[
    '529.982.247-25',
    '2345 6789 0123',
    '12345678Z',
    '+49 30 901820',
    '+1 (202) 555-0143',
    '+442071838750',
    '(202) 555-0143',
    '202-555-0143',
  ],
  ...['203.0.113.77', '2001:db8:85a3::8a2e:370:7334', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ...[
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    `AKIA${'IOSFODNN7EXAMPLE'}`,
    `ghp_${'a1B2'.repeat(9)}`,
    `xoxb-${'1234567890-abc'}`,
    `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`,
  ],
]
/** Personal data recognized by the property name. */
const byName = {
  firstName: 'Annabel',
  last_name: 'Leesmith',
  dateOfBirth: '1987-03-14',
  street: '12 Quiet Lane',
  postcode: 'QX1 7ZZ',
  'passport-number': 'X98765432',
  driversLicense: 'D1234-56789',
  taxId: 'T-55-44321',
} as const
const planted = [...byForm, ...Object.values(byName)]

const description = {
  openapi: '3.0.3',
  info: { title: 'a', version: '1' },
  paths: {
    '/people/{id}': {
      post: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', additionalProperties: { type: 'integer' } } } },
        },
        responses: {
          '200': {
            description: '',
            content: { 'application/json': { schema: { type: 'object', additionalProperties: { enum: ['A'] } } } },
          },
        },
      },
    },
  },
}

interface Exchange {
  readonly url: string
  readonly sent: string
  readonly received: string
  readonly header: string
}

/** One exchange per value: in the path, the query, headers, keys and values. */
const exchanges = (): readonly Exchange[] =>
  planted.map((text, index) => {
    const name = Object.keys(byName)[index - byForm.length]
    const member = name === undefined ? { note: `call ${text} today`, [text]: text, list: [text] } : { [name]: text }
    const inUrl = name === undefined ? encodeURIComponent(text) : '7'
    const query = name === undefined ? `q=${encodeURIComponent(text)}` : `${name}=${encodeURIComponent(text)}`
    return {
      url: `https://api.example.com/people/${inUrl}?${query}`,
      ...{
        sent: JSON.stringify(member),
        received: JSON.stringify(member),
        header: name === undefined ? encodeURI(text) : 'x',
      },
    }
  })

const json = { 'content-type': 'application/json', date: 'Fri, 20 Nov 2026 08:00:00 GMT' }
const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** Writes exchanges in each format. */
const formats: Readonly<Record<string, (all: readonly Exchange[]) => string>> = {
  'a.ndjson': (all) =>
    all
      .map(({ url, sent, received, header }) =>
        JSON.stringify({
          request: { method: 'POST', url, headers: { ...json, 'x-for': header }, body: sent },
          response: { status: 200, headers: { ...json, 'x-for': header }, body: received },
        }),
      )
      .join('\n'),
  'a.har': (all) =>
    JSON.stringify({
      log: {
        entries: all.map(({ url, sent, received, header }) => ({
          startedDateTime: '2026-11-20T08:00:00Z',
          request: {
            method: 'POST',
            url,
            headers: pairs({ ...json, 'x-for': header }),
            postData: { mimeType: 'application/json', text: sent },
          },
          response: {
            status: 200,
            headers: pairs({ ...json, 'x-for': header }),
            content: { mimeType: 'application/json', text: received, size: received.length },
          },
        })),
      },
    }),
  'postman.json': (all) =>
    JSON.stringify({
      info: { _postman_id: 'a', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: all.map(({ url, sent, received, header }) => {
        const fields = Object.entries({ ...json, 'x-for': header }).map(([key, value]) => ({ key, value }))
        const request = { method: 'POST', url: { raw: url }, header: fields, body: { mode: 'raw', raw: sent } }
        return { request, response: [{ originalRequest: request, code: 200, header: fields, body: received }] }
      }),
    }),
  'nock.json': (all) =>
    JSON.stringify(
      all.map(({ url, sent, received, header }) => ({
        ...{
          scope: 'https://api.example.com:443',
          method: 'POST',
          path: url.slice('https://api.example.com'.length),
          status: 200,
        },
        ...{
          body: JSON.parse(sent),
          response: JSON.parse(received),
          reqheaders: json,
          headers: { ...json, 'x-for': header },
        },
      })),
    ),
  'vcr.json': (all) =>
    JSON.stringify({
      version: 1,
      interactions: all.map(({ url, sent, received, header }) => ({
        request: {
          method: 'post',
          uri: url,
          headers: { 'Content-Type': ['application/json'], 'X-For': [header] },
          body: { string: sent },
        },
        response: {
          status: { code: 200 },
          headers: { 'Content-Type': ['application/json'], 'X-For': [header] },
          body: { string: received },
        },
      })),
    }),
}

async function textsBelow(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

/** Returns the planted values in a text, plain or URL-encoded. */
const shown = (text: string): readonly string[] =>
  planted.filter((one) => text.includes(one) || text.includes(encodeURIComponent(one)))

const reporters = ['json', 'html', 'markdown', 'junit', 'sarif', 'csv', 'github']

it.each(Object.entries(formats))('%s: no output contains personal data', async (file, write) => {
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'd.json'), JSON.stringify(description))
    // Only one exchange per fault is stored, so each gets its own recording.
    for (const one of inFull(exchanges(), file === 'a.ndjson' ? exchanges() : exchanges().slice(-12))) {
      await writeFile(join(cwd, file), write([one]))
      const argv = ['check', file, '--description', 'd.json', '--format', 'json', '--reports-dir', 'reports']
      const { code, stdout, stderr } = await runCli(run, argv, { cwd })
      expect([one.sent, code, shown(`${stdout}${stderr}`)]).toEqual([one.sent, 1, []])
      const reports = await textsBelow(join(cwd, 'reports'))
      expect(reports).toContain('[redacted]')
      expect([one.sent, shown(reports)]).toEqual([one.sent, []])
    }
    await writeFile(join(cwd, file), write(exchanges()))
    for (const format of reporters) {
      const { stdout } = await runCli(run, ['check', file, '--description', 'd.json', '--format', format], { cwd })
      expect([format, shown(stdout)]).toEqual([format, []])
    }
    await runCli(run, ['consumers', 'learn', file, '--consumer', 'web', '--description', 'd.json'], { cwd })
    expect(shown(await textsBelow(join(cwd, 'uses')))).toEqual([])
  })
})

it('--samples none: no output contains a value, and the findings are the same', async () => {
  const words = ['Quietly', 'Sundial', 'Marmalade', 'Ottoman', '98123', 'Pelican']
  const one: Exchange = {
    url: 'https://api.example.com/people/Quietly?q=Sundial',
    ...{ sent: '{"a":"Marmalade"}', received: '{"a":"Ottoman","b":98123,"c":["Ottoman"],"d":{"e":"Ottoman"}}' },
    header: 'Pelican',
  }
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'd.json'), JSON.stringify(description))
    for (const [file, write] of Object.entries(formats)) {
      await writeFile(join(cwd, file), write([one, { ...one, url: 'https://api.example.com/people/98123/98123' }]))
      const check = (...flags: string[]) => runCli(run, ['check', file, '--description', 'd.json', ...flags], { cwd })
      const all = await check('--format', 'json', '--samples', 'none', '--reports-dir', 'reports')
      const texts = [all.stdout, all.stderr, await textsBelow(join(cwd, 'reports'))]
      for (const format of reporters) texts.push((await check('--format', format, '--samples', 'none')).stdout)
      texts.push((await check('--partial', '--samples', 'none')).stdout)
      expect([file, words.filter((word) => texts.some((text) => text.includes(word)))]).toEqual([file, []])
      const ids = (text: string) => JSON.parse(text).findings.map((finding: Finding) => finding.fingerprint)
      expect(ids(all.stdout)).toEqual(ids((await check('--format', 'json')).stdout))
      expect(all.stdout).toContain('is a string of 7 characters, which is not among')
    }
  })
})

it('keeps values that only look similar', async () => {
  const kept = [
    '4111111111111112',
    'v1.2.3',
    '2026-11-20',
    '12:30:45',
    'DE00370400440532013000',
    '1234567',
    'a@b',
    '000-12-3456',
    '550e8400-e29b-41d4-a716-446655440000',
  ]
  await inFolder([], async (cwd) => {
    await writeFile(join(cwd, 'd.json'), JSON.stringify(description))
    const bodies = kept.map((value, index) => ({
      url: `https://api.example.com/people/${index}`,
      sent: '{}',
      received: JSON.stringify({ value }),
      header: 'x',
    }))
    await writeFile(join(cwd, 'a.ndjson'), formats['a.ndjson']?.(bodies) ?? '')
    const { stdout } = await runCli(run, ['check', 'a.ndjson', '--description', 'd.json', '--format', 'json'], { cwd })
    expect(kept.filter((value) => !stdout.includes(value))).toEqual([])
  })
})
