import { isObject } from '../http/fields.ts'
import { bodyDrift, changeResource, everywhere } from './drift-kind.ts'

export default bodyDrift('extra', everywhere, (body) =>
  changeResource(body, (resource) => (isObject(resource) ? { ...resource, unheardOf: true } : resource)),
)
