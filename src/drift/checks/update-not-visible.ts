import { defineCheck } from '../../model/observation.ts'
import { equalJson, own } from '../../util/json.ts'
import { showValue } from '../../util/value.ts'

export default defineCheck({
  id: 'update-not-visible',
  title: 'An update is not visible',
  why: "The API confirmed a change that it didn't make, so the client shows other data than is stored.",
  fix: 'Store the update before confirming it, or mark the property readOnly if clients cannot change it.',
  severity: 'warning',
  generated: 'stateful',
  judge({ generated, observation: { status }, json }) {
    const after = generated?.after
    if (after?.kind !== 'updated' || status < 200 || status > 299) return undefined
    // Any other value was normalised, which an API may do.
    const lost = after.fields.filter(({ name, before }) => equalJson(own(json, name) ?? null, before))
    return lost.map(({ name, before, written }) => ({
      message: `is still ${showValue(before)} after ${after.by} wrote ${showValue(written)}`,
      key: name,
      location: `/${name}`,
      instancePointer: `/${name}`,
      expected: written,
      observed: before,
    }))
  },
})
