import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../description/reading/load.ts'
import { builds } from '../../sandbox/builds/index.ts'
import { isApplicable } from '../../sandbox/drift/index.ts'
import { goodRequests, goodRequestsOf } from '../../sandbox/good-requests.ts'
import { testClient } from '../../sandbox/test-client.ts'
import { createInspector } from './inspect.ts'

/** Sends a valid request to a service and checks the response. */
async function inspect(
  inspector: ReturnType<typeof createInspector>,
  options: Parameters<typeof testClient>[0],
  request: (typeof goodRequests)[number],
) {
  const [operation, path, body] = request
  const [method = ''] = operation.split(' ')
  const { status, headers, text } = await testClient(options).send(`${method} ${path}`, { body })
  expect([operation, status < 300 || status >= 429], text).toEqual([operation, true])
  const sent = body === undefined ? {} : { requestBody: JSON.stringify(body) }
  const requestHeaders = { authorization: 'Bearer token', ...(body && { 'content-type': 'application/json' }) }
  const received = { status, headers: Object.fromEntries(headers), body: text }
  return inspector.inspect({ method, path, requestHeaders, ...sent, ...received })
}

describe.each(builds)('the sandbox as build %s', async (build) => {
  const inspector = createInspector(await loadDocument(`lending@${build}`))

  const requests = goodRequestsOf(build).map((request) => ({ operation: request[0], request }))

  it.each(requests)('$operation conforms to its description', async ({ request }) => {
    const { outcome, findings, notChecked } = await inspect(inspector, { build }, request)
    expect({ outcome, findings, notChecked }).toEqual({ outcome: 'received', findings: [], notChecked: [] })
  })
})

describe('the latest description', async () => {
  const inspector = createInspector(await loadDocument('lending@b07'))

  it.each([
    ['b06', []],
    ['b04', ['required-conformance']],
    ['b03', ['enum-conformance', 'required-conformance']],
    ['b01', ['enum-conformance', 'required-conformance']],
  ])('finds in the responses of build %s exactly %j', async (build, expected) => {
    const found = new Set<string>()
    for (const request of goodRequestsOf(build)) {
      const { findings } = await inspect(inspector, { build }, request)
      for (const { ruleId, site } of findings) if (site.direction === 'response') found.add(ruleId)
    }
    expect([...found].sort()).toEqual(expected)
  })

  const rules = {
    null: 'null-conformance',
    enum: 'enum-conformance',
    required: 'required-conformance',
    type: 'type-conformance',
    format: 'format-conformance',
    extra: 'undocumented-property',
    body: 'body-presence',
    status: 'status-code-conformance',
    'content-type': 'content-type-conformance',
    500: 'server-error',
  }

  it.each(Object.entries(rules))(
    'is violated by drift %s in every applicable operation, with one finding: %s',
    async (kind, ruleId) => {
      for (const request of goodRequests.filter(([operation]) => isApplicable(kind, operation))) {
        const drift = [`${kind}@${request[0]}`]
        const { findings } = await inspect(inspector, { drift }, request)
        expect([request[0], findings.map((finding) => finding.ruleId)]).toEqual([request[0], [ruleId]])
      }
    },
  )

  it('cannot be checked against truncated JSON, which is reported', async () => {
    for (const request of goodRequests) {
      const { findings, notChecked } = await inspect(inspector, { drift: [`malformed@${request[0]}`] }, request)
      expect([request[0], findings, notChecked.length]).toEqual([request[0], [], 1])
    }
  })

  it.each([
    ['html', 'gateway'],
    ['503', 'gateway'],
    ['429', 'rate-limited'],
  ])("doesn't apply to drift %s, which is %s", async (kind, expected) => {
    for (const request of goodRequests) {
      const { outcome, findings } = await inspect(inspector, { drift: [`${kind}@${request[0]}`] }, request)
      expect([request[0], outcome, findings]).toEqual([request[0], expected, []])
    }
  })
})
