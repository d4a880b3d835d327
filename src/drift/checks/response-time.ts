import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'response-time',
  title: 'A response took longer than its budget',
  why: 'A client that waits longer than planned exceeds its own timeouts.',
  fix: 'Make the call faster on the server, or raise responseTimeMs in the config to an acceptable value.',
  severity: 'warning',
  judge({ operation, observation: { milliseconds, status }, responseTimeMs }) {
    if (responseTimeMs === undefined || milliseconds <= responseTimeMs) return undefined
    return {
      message: `took longer than the ${responseTimeMs} ms of its budget`,
      key: 'slow',
      owner: 'operation',
      part: String(status),
      schemaPointer: operation.pointer,
      observed: Math.round(milliseconds),
      expected: responseTimeMs,
    }
  },
})
