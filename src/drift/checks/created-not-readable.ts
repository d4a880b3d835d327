import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'created-not-readable',
  title: 'A created resource cannot be read',
  why: "A client that received 201 continues with an id that doesn't exist.",
  fix: 'Respond with success only when the resource can be read, or with 202 if that takes time.',
  severity: 'warning',
  generated: 'stateful',
  judge({ generated, operation, observation: { status } }) {
    const after = generated?.after
    if (after?.kind !== 'created' || (status !== 404 && status !== 410)) return undefined
    return {
      message: `status ${status} after ${after.by} made it`,
      key: after.by,
      part: String(status),
      schemaPointer: operation.pointer,
    }
  },
})
