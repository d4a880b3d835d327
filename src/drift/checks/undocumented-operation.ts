import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'undocumented-operation',
  title: 'An operation the contract does not have',
  why: 'An undocumented endpoint has no tests, reviews or owner, and may expose data unintentionally.',
  fix: 'Describe the operation, or remove the endpoint and notify its callers.',
  severity: 'error',
  forUndocumented: true,
  judge({ operation, operationsAtPath, observation: { status } }) {
    // After an error status the operation may not exist, or the API may not have checked whether it does.
    if (operationsAtPath === undefined || status >= 400) return undefined
    const documented = operationsAtPath.join(', ')
    return {
      message: `status ${status}, and the contract has ${documented === '' ? 'no such path' : `only ${documented}`}`,
      key: operationsAtPath.length === 0 ? 'path' : 'method',
      part: String(status),
      schemaPointer: operation.pointer,
    }
  },
})
