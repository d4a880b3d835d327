import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'listed-not-readable',
  title: 'A listed resource cannot be read',
  why: 'A client that follows the list gets an error for an item that the API returned.',
  fix: 'Remove unreadable resources from the list, or make them readable.',
  severity: 'warning',
  generated: 'stateful',
  judge({ generated, operation, observation: { status } }) {
    const after = generated?.after
    if (after?.kind !== 'listed' || (status !== 404 && status !== 410)) return undefined
    return {
      message: `status ${status} although ${after.by} lists it`,
      key: after.by,
      part: String(status),
      schemaPointer: operation.pointer,
    }
  },
})
