import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '../../model/report.ts'
import { runCli } from '../../testing/cli/run-cli.ts'
import { run } from '../run.ts'

/** Recordings and the tools that wrote them. Those "in the style of" a tool were written by hand according to its published format. */
const tools = {
  'playwright-embed.har': 'Playwright 1.65.1, Chromium 156, `content: "embed"`',
  'playwright-attach/attach.har': 'Playwright 1.65.1, `content: "attach"`, the bodies beside it',
  'playwright-attach.zip': 'Playwright 1.65.1, `content: "attach"`, a `.zip`',
  'playwright-omit.har': 'Playwright 1.65.1, `content: "omit"`',
  'mitmproxy.har': 'mitmproxy 11.0.2, `hardump`',
  'newman.json': 'newman 6.2.2, `--reporters json --ignore-redirects`',
  'firefox.har': 'in the style of Firefox 145',
  'charles.har': 'in the style of Charles 4.6',
  'fiddler.har': 'in the style of Fiddler Classic 5.0',
  'mitmproxy.flows': 'mitmproxy 11.0.2, a flow dump',
  'charles.chlsj': 'in the style of Charles 4.6, a session as JSON',
  'fiddler.saz': 'in the style of Fiddler Classic 5.0, a session archive',
  'postman-collection.json': 'Postman collection 2.1, no saved responses',
  'nginx-combined.log': 'nginx 1.22.1, `combined`',
  'apache-common.log': 'Apache httpd 2.4.71, `common`',
  'apache-vhost-combined.log': 'Apache httpd 2.4.71, `vhost_combined`',
  'caddy.log': 'Caddy 2.6.2, JSON',
  'items-playwright.har':
    'Playwright 1.65.1, Chromium 156, `embed`: SSE of sse-starlette 3.7.0, JSON lines and sequences of FastAPI 0.165.0',
  'items-fastapi.ndjson': '`specdrift proxy --record`: the same and a form of curl 7.88.1 to FastAPI 0.165.0',
  'items-express.ndjson': '`specdrift proxy --record`: a form of curl 7.88.1 to Express 5.3.0 with multer 2.5.0',
} as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-recordings-'))
  await cp(join(import.meta.dirname, '../../testing/recordings'), folder, { recursive: true })
  const description = await readFile(join(folder, 'openapi.yaml'), 'utf8')
  await writeFile(join(folder, 'drifted.yaml'), description.replace('[OPEN, CLOSED]', '[OPEN]'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function check(file: string, description = 'openapi.yaml') {
  const argv = ['check', file, '--description', description, '--json']
  const { code, stdout, stderr } = await runCli(run, argv, { cwd: folder })
  const report: Partial<Report> = stdout === '' ? {} : JSON.parse(stdout)
  return { code, stderr, report, findings: report.findings ?? [] }
}

it('reads the recordings of each tool without false errors, and reports unchecked parts', async () => {
  const rows: string[] = []
  for (const [file, tool] of Object.entries(tools)) {
    const { code, stderr, report, findings } = await check(
      file,
      file.startsWith('items-') ? 'items.yaml' : 'openapi.yaml',
    )
    const { records = 0, exchanges = 0, checked = 0, withoutBody = 0 } = report.traffic ?? {}
    const reasons = (report.notChecked ?? [])
      .filter(({ what }) => what !== 'its responses' && what !== 'response bodies')
      .map(({ what, because }) => `${what}: ${because}`)
    const notChecked = [...(withoutBody > 0 ? [`${withoutBody} bodies are not in the recording`] : []), ...reasons]
    const error = stderr
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\w+: /, ''))
      .join(' ')
    const cells = [
      tool,
      records,
      exchanges,
      checked,
      [...notChecked, error].filter(Boolean).join('; '),
      code,
      findings.length,
    ]
    rows.push(`| ${cells.join(' | ')} |\n`)
    expect(findings, file).toEqual([])
  }
  await expect(`# Recordings of other tools

What \`check\` makes of a recording of one small API by each tool: gzip, a redirect, a revalidated response (304), an image, errors. Written by
\`npx vitest run src/commands/traffic/recordings.test.ts -u\`; the recordings are in [src/testing/recordings](../../src/testing/recordings).
None of them breaks the contract, so each finding would be false. The logs of AWS, Kong and Traefik have no row, because no tool that writes them
was available: their tests use the examples of the documentation.

| written by | records | exchanges | checked | not checked, and why | exit code | false errors |
|---|---|---|---|---|---|---|
${rows.join('')}`).toMatchFileSnapshot('../../../bench/results/recordings.md')
})

it.each(Object.keys(tools).slice(0, 9))('detects drift in the bodies of %s', async (file) => {
  const { code, findings } = await check(file, 'drifted.yaml')
  const found = [...new Set(findings.map(({ ruleId }) => ruleId))]
  if (file === 'playwright-omit.har') expect([code, found]).toEqual([2, []])
  else expect([code, found]).toEqual([1, ['enum-conformance']])
})

it('reads a folder with the bodies beside a HAR like the HAR', async () => {
  const [alone, inFolder, byGlob] = [
    await check('playwright-attach/attach.har'),
    await check('playwright-attach'),
    await check('playwright-*/*'),
  ]
  expect(alone.report.traffic?.checked).toBeGreaterThan(0)
  for (const { code, stderr, report } of [inFolder, byGlob])
    expect([code, stderr, report.traffic]).toEqual([0, '', alone.report.traffic])
})

it('reads only body files of Playwright, and counts missing ones', async () => {
  await cp(join(folder, 'playwright-attach'), join(folder, 'hostile'), { recursive: true })
  const file = join(folder, 'hostile/attach.har')
  const har = JSON.parse(await readFile(file, 'utf8'))
  const [loans, one] = ['/loans?page=1', '/loans/1'].map((path) =>
    har.log.entries.find(({ request }: { request: { url: string } }) => request.url.endsWith(path)),
  )
  await rm(join(folder, 'hostile', one.response.content._file))
  await writeFile(join(folder, 'secret.json'), '[{"id":"planted-secret"}]')
  const link = `${'a'.repeat(40)}.json`
  await symlink('../secret.json', join(folder, 'hostile', link))
  for (const name of ['../secret.json', join(folder, 'secret.json'), 'attach.har', link]) {
    loans.response.content._file = name
    await writeFile(file, JSON.stringify(har))
    const { report, stderr } = await check('hostile/attach.har')
    expect([report.findings, report.traffic?.withoutBody, stderr]).toEqual([[], 2, ''])
  }
})

it('treats a body in an archive that is over 64 MiB as unknown', async () => {
  const zip = await readFile(join(folder, 'playwright-attach.zip'))
  const before = await check('playwright-attach.zip')
  // The last mention of the name is in the archive's directory, 46 bytes after the start of its entry.
  const entry = zip.lastIndexOf('005b65c074607884c87f08d349fc9713a67c5242.json') - 46
  zip.writeUInt32LE(64 * 2 ** 20 + 1, entry + 24)
  await writeFile(join(folder, 'large.zip'), zip)
  const { code, stderr, report } = await check('large.zip')
  const withoutBody = (before.report.traffic?.withoutBody ?? 0) + 1
  expect([code, stderr, report.traffic]).toEqual([0, '', { ...before.report.traffic, withoutBody }])
})

it('rejects an archive that is truncated, encrypted or larger than declared', async () => {
  const zip = await readFile(join(folder, 'playwright-attach.zip'))
  const directory = zip.indexOf('PK\x01\x02')
  const changed = (offset: number, byte: number) => {
    const copy = Buffer.from(zip)
    copy[directory + offset] = byte
    return copy
  }
  const broken = [
    zip.subarray(0, zip.length - 30),
    zip.subarray(0, 2000),
    changed(8, 1),
    changed(24, 1),
    changed(16, 0),
    changed(10, 99),
  ]
  for (const [index, bytes] of broken.entries()) {
    await writeFile(join(folder, 'broken.zip'), bytes)
    const { code, stderr } = await check('broken.zip')
    expect([code, stderr], String(index)).toEqual([2, expect.stringContaining('the ZIP archive is broken')])
  }
})
