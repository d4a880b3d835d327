import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'use-after-delete',
  title: 'A deleted resource is still there',
  why: 'Deleted data can still be read: clients show it, and data that should be gone is kept.',
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
