import { expect, test } from 'vitest'
import { describe } from '../../../description/dialects/operations.ts'
import { loadDocument } from '../../../description/reading/load.ts'
import { startSandbox } from '../../../sandbox/index.ts'
import type { SuiteContext } from '../../../suite/api/context.ts'
import { runGenerated } from './generated.ts'

test('the sandbox accepts requests that its contract allows and rejects all others', async () => {
  const { url: baseUrl, tokens, close } = await startSandbox()
  const credentials = [
    { type: 'bearer', name: 'MAIN_TOKEN', prefix: '/main-account', token: tokens.main },
    { type: 'bearer', name: 'SUB_TOKEN', prefix: '/sub-account', token: tokens.sub },
  ] as const
  const target = { baseUrl, label: 'sandbox', writable: true, credentials }
  const context: SuiteContext = { api: 'lending', cwd: '.', specsDir: 'specs', description: '', redact: [], target }
  const description = describe(await loadDocument('lending@latest', { cwd: process.cwd() }))
  const { calls } = await runGenerated(context, description, { modes: ['positive', 'negative'], maxCalls: 2000 })
  await close()
  expect(calls.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([])
  const called = new Set(calls.map(({ operation }) => operation))
  expect(description.operations.filter(({ key }) => !called.has(key))).toEqual([])
  // Enough invalid requests were rejected for this test to be able to fail.
  expect(calls.filter(({ test: name, status }) => name.includes(' neg-') && status === 400).length).toBeGreaterThan(200)
}, 300_000)
