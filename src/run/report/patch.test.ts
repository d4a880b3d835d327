import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../description/reading/load.ts'
import type { PatchOperation } from '../../model/finding.ts'
import type { Report } from '../../model/report.ts'
import { driftFinding, monitorReport } from '../../testing/sample-report.ts'
import { createInspector } from '../live/inspect.ts'
import { applyProposal, proposePatch } from './patch.ts'

const yaml = `openapi: 3.0.3
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      responses:
        "200":
          description: The orders. # and only they
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
components:
  schemas:
    # What is bought.
    Order:
      type: object
      required:
        - id # always
        - total
      properties:
        id: { type: integer }
        total: { type: string }
        status:
          type: string
          enum: [OPEN, CLOSED]
`

const exchange = (body: unknown) => ({
  method: 'GET',
  path: '/orders',
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function inspect(content: string, body: unknown) {
  const document = await loadDocument({ content, name: 'shop.yaml' })
  const { findings, notChecked } = createInspector(document).inspect(exchange(body))
  expect(notChecked).toEqual([])
  return { document, report: monitorReport({ findings }) }
}

describe("a description with a report's patch applied", () => {
  it.each([
    ['a new value, null, and a property', { id: 1, total: null, status: 'LOST', note: 'x' }],
    ['all required properties are missing', {}],
    ['one required property is missing', { id: 1 }],
    ['another type', { id: 'a', total: 1 }],
  ])('no longer has a finding for the same response: %s', async (_, body) => {
    const { document, report } = await inspect(yaml, body)
    const proposal = proposePatch(report, document, [])
    expect(proposal.left).toEqual([])
    const patched = await applyProposal(document, proposal)
    expect((await inspect(patched, body)).report.findings).toEqual([])
    for (const comment of ['# and only they', '# What is bought.']) expect(patched).toContain(comment)
    expect(await applyProposal(document, proposePatch(report, document, []))).toBe(patched)
  })

  it('differs only in the affected lines', async () => {
    const { document, report } = await inspect(yaml, { id: 1, total: '1', status: 'LOST' })
    const patched = await applyProposal(document, proposePatch(report, document, []))
    expect(patched).toBe(yaml.replace('[OPEN, CLOSED]', '[OPEN, CLOSED, LOST]'))
  })
})

describe('a proposal', () => {
  const reportOf = (...patches: (readonly PatchOperation[])[]): Report =>
    monitorReport({
      findings: patches.map((patch, at) => driftFinding({ fingerprint: `${at}`.padStart(16, '0'), patch })),
    })
  const schema = '/components/schemas/Order'
  const propose = async (report: Report, only: readonly string[] = []) =>
    proposePatch(report, await loadDocument({ content: yaml, name: 'shop.yaml' }), only)

  it('applies equal patches once', async () => {
    const add: PatchOperation = { op: 'add', path: `${schema}/properties/status/enum/-`, value: 'LOST' }
    const other: PatchOperation = { ...add, value: 'FOUND' }
    const { operations, taken } = await propose(reportOf([add], [other], [add]))
    expect(operations).toEqual([add, other])
    expect(taken).toHaveLength(3)
  })

  it('removes list items without shifting indexes, and the list if it becomes empty', async () => {
    const remove = (index: number): PatchOperation => ({ op: 'remove', path: `${schema}/required/${index}` })
    const nullable: PatchOperation = { op: 'add', path: `${schema}/nullable`, value: true }
    expect((await propose(reportOf([remove(0)], [nullable]))).operations).toEqual([nullable, remove(0)])
    expect((await propose(reportOf([remove(0)], [remove(1)]))).operations).toEqual([
      { op: 'remove', path: `${schema}/required` },
    ])
  })

  it('skips and reports contradicting patches', async () => {
    const type = (value: string): PatchOperation => ({ op: 'replace', path: `${schema}/properties/id/type`, value })
    const { operations, left } = await propose(reportOf([type('string')], [type('number')]))
    expect(operations).toEqual([type('string')])
    expect(left.map(({ because }) => because)).toEqual([
      'it edits what the patch of 0000000000000000 edits: apply that, and run again',
    ])
  })

  it('contains the selected findings', async () => {
    const add: PatchOperation = { op: 'add', path: `${schema}/nullable`, value: true }
    const report = reportOf([add])
    expect((await propose(report, ['null-conformance'])).operations).toEqual([add])
    expect((await propose(report, ['0000000000000000'])).operations).toEqual([add])
    await expect(propose(report, ['null-conformace'])).rejects.toMatchObject({
      message: 'No finding with a patch is null-conformace, did you mean null-conformance?',
    })
  })

  it('is not applied if the result violates OpenAPI', async () => {
    const proposal = await propose(reportOf([{ op: 'remove', path: '/info/title' }]))
    const document = await loadDocument({ content: yaml, name: 'shop.yaml' })
    await expect(applyProposal(document, proposal)).rejects.toMatchObject({ code: 'PATCH_FAILED' })
  })
})
