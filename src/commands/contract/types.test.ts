import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { renderTypes } from '../../suite/types/render-types.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string | undefined
afterEach(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true })
})

/** Each line after `@ts-expect-error` must have an error, and no other line may. */
const suite = `
import { type CompleteResponses, contract } from 'specdrift/suite'
import type { Loan, Operations } from './api.d.ts'

const api = await contract<Operations>({ api: 'lending' })

api.call('GET /main-account/loans', { query: { pageNumber: '0' }, headers: { 'x-request-id': '1' }, tags: ['smoke'] })
api.call('GET /sub-account/loans/{loanId}', { path: { loanId: 'nope' }, expect: 404 })
api.call('GET /sub-account/loans/{loanId}', { path: { loanId: 'nope' }, expect: [200, '4XX'] })
api.call('GET /sub-account/loans/{loanId}', { path: { loanId: 'nope' }, expect: (status) => status < 500 })
api.call('POST /main-account/webhooks', { body: { eventType: 'FULL_MOON' }, expect: 400, as: 'refused' })
api.call('POST /main-account/webhooks', { body: [], expect: '4XX' })
api.call('POST /main-account/webhooks', { body: { eventType: 'LOAN_STATUS_CHANGED', url: 'http://127.0.0.1' } })

// @ts-expect-error no such operation
api.call('GET /main-account/loan')
// @ts-expect-error no such parameter of the path
api.call('GET /sub-account/loans/{loanId}', { path: { loanID: 'nope' } })
// @ts-expect-error nor where a refusal is expected
api.call('GET /sub-account/loans/{loanId}', { path: { loanID: 'nope' }, expect: 404 })
// @ts-expect-error no such parameter of the query
api.call('GET /main-account/loans', { query: { pageNo: '0' } })
// @ts-expect-error no such value of an enumeration
api.call('POST /main-account/webhooks', { body: { eventType: 'FULL_MOON', url: 'http://127.0.0.1' } })
// @ts-expect-error an operation without a body
api.call('GET /main-account/loans', { body: {} })
// @ts-expect-error no such status can be
api.call('GET /main-account/loans', { expect: '6XX' })

const { json } = await api.send('GET /sub-account/loans')
const loans: readonly Loan[] = json
const status: 'ACTIVE' | undefined | string = loans[0]?.status
// @ts-expect-error no such property
loans[0]?.state
const refused = await api.send('GET /sub-account/loans/{loanId}', { expect: 404 })
const code: string | undefined = refused.json.code
// @ts-expect-error an error is no loan
refused.json.principalLeft

const id = api.capture('GET /sub-account/loans', {}, (response) => response.json[0]?.id ?? '')
api.call('GET /sub-account/loans/{loanId}', { path: { loanId: id } })
const count = api.capture('GET /sub-account/loans', {}, (response) => response.json.length)
// @ts-expect-error a number is no id
api.call('GET /sub-account/loans/{loanId}', { path: { loanId: count } })

const complete = await contract<CompleteResponses<Operations>>({ api: 'lending' })
const page = await complete.send('GET /main-account/loans')
const size: number = page.json.size

const untyped = await contract({ api: 'lending' })
untyped.call('GET /anything', { path: { any: 'thing' }, expect: 418 })
export { code, size, status }
`

test('a generated file compiles, types a suite, and reports its mistakes', async () => {
  folder = await mkdtemp(join(tmpdir(), 'specdrift-types-'))
  const description = describe(await loadDocument('lending@latest', { cwd: root }))
  await writeFile(join(folder, 'api.d.ts'), renderTypes(description, 'a test'))
  await writeFile(join(folder, 'a.suite.ts'), suite)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    // Type-check the generated file, too.
    skipLibCheck: false,
    types: [],
    paths: { 'specdrift/suite': [join(root, 'src/suite/index.ts')], '*': [join(root, 'node_modules/*')] },
  }
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', folder]).catch(
    (failed: { readonly stdout: string }) => failed,
  )
  expect(stdout.split('\n').filter((line) => /^(\S*\/)?(a\.suite|api\.d)\.ts/.test(line))).toEqual([])
  expect(stdout).not.toContain('error TS')
}, 300_000)
