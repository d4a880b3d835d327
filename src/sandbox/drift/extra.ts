import { bodyDrift, changeResource, everywhere, isRecord } from './drift-kind.ts'

/** A property that no description names. */
export default bodyDrift('extra', everywhere, (body) =>
  changeResource(body, (resource) => (isRecord(resource) ? { ...resource, unheardOf: true } : resource)),
)
