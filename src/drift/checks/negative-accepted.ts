import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'negative-accepted',
  title: 'An invalid request was accepted',
  why: 'The API stores or processes invalid data, or the contract is stricter than the API.',
  fix: 'Reject the request with a 4xx, or document that the API accepts it.',
  severity: 'warning',
  generated: 'negative',
  judge({ generated, operation, observation: { status } }) {
    if (generated?.mode !== 'negative' || status < 200 || status > 299) return undefined
    const { location, what, schemaPointer, keyword: refuted } = generated
    return {
      message: `status ${status} although ${location} ${what}`,
      key: classOf(what),
      // Null, wrong types and missing members are accepted if a shared validator is missing, which is one cause.
      owner: 'key',
      part: location,
      direction: 'request',
      refuted,
      schemaPointer: schemaPointer ?? operation.pointer,
    }
  },
})

/** Groups the mutations that a missing or lenient validator accepts. */
function classOf(what: string): string {
  if (/^(is null|is false|is an object|is a list|has a wrong type|has a fraction)$/.test(what))
    return 'has a wrong type'
  return what.startsWith('is no ') ? 'is not of its format' : what
}
