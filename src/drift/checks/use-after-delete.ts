import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'use-after-delete',
  title: 'A deleted resource is still there',
  why: 'What its owner deleted can be read on: clients show it, and data that was to be gone is kept.',
  fix: 'Respond 404 or 410 once the resource is deleted, or document that it stays readable.',
  severity: 'warning',
  generated: 'stateful',
  judge({ generated, operation, observation: { status } }) {
    const after = generated?.after
    if (after?.kind !== 'deleted' || status < 200 || status > 299) return undefined
    return {
      message: `status ${status} after ${after.by} deleted it`,
      key: after.by,
      part: String(status),
      schemaPointer: operation.pointer,
    }
  },
})
