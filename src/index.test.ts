import { describe, expect, it } from 'vitest'
import { createInspector, diffDocuments, loadDocument, renderReport, ToolError } from './index.ts'

const shop = (type: string) => `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema: { type: object, required: [id], properties: { id: { type: ${type} } } }
`
const load = (type: string) => loadDocument({ content: shop(type), name: `${type}.yaml` })

describe('the library', () => {
  it('diffs two documents and renders the report', async () => {
    const report = await diffDocuments(await load('integer'), await load('string'), { policy: 'compat' })
    expect(report.findings.map((finding) => [finding.ruleId, finding.verdict])).toEqual([['type-changed', 'breaking']])
    expect(JSON.parse(renderReport(report, 'json')).summary.verdicts.breaking).toBe(1)
  })

  it('inspects one recorded exchange', async () => {
    const inspector = createInspector(await load('integer'))
    const exchange = {
      method: 'GET',
      path: '/orders/42?x=1',
      requestHeaders: {},
      requestBody: undefined,
      status: 200,
      headers: { 'content-type': 'application/json' },
    }
    const good = inspector.inspect({ ...exchange, body: '{"id":42}' })
    expect([good.outcome, good.findings]).toEqual(['received', []])
    const bad = inspector.inspect({ ...exchange, body: '{"id":null}' })
    expect(bad.findings.map((finding) => finding.ruleId)).toEqual(['null-conformance'])
  })

  it('throws errors with a code and a hint', async () => {
    const error = await loadDocument('nowhere.yaml').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ToolError)
    expect(error).toMatchObject({ code: 'FILE_NOT_FOUND', hint: expect.stringContaining('path') })
  })

  it('refuses an unknown policy', async () => {
    const document = await load('string')
    await expect(diffDocuments(document, document, { policy: 'lax' })).rejects.toThrow(
      'the policies are compat and strict',
    )
  })
})
