import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'undocumented-operation',
  title: 'An operation the contract does not have',
  why: 'An endpoint nobody described is used without tests, reviews or an owner, and may expose what was not meant to be public.',
  fix: 'Describe the operation, or take the endpoint away and tell its callers.',
  severity: 'error',
  forUndocumented: true,
  inspect({ operation, operationsAtPath, observation: { status } }) {
    // The API itself says that there is nothing, or may not have looked whether there is.
    if (operationsAtPath === undefined || status >= 400) return undefined
    const documented = operationsAtPath.join(', ')
    return {
      message: `answered ${status}, and the contract has ${documented === '' ? 'no such path' : `only ${documented}`}`,
      key: operationsAtPath.length === 0 ? 'path' : 'method',
      part: String(status),
      schemaPointer: operation.pointer,
    }
  },
})
