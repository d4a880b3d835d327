import { isObject } from '../http/fields.ts'
import { bodyDrift, changeResource } from './drift-kind.ts'

/** Properties that the description lets be null, wherever they occur. */
const nullable = ['balance', 'currency', 'memo', 'businessDetails']

/** A single balance has nothing but properties that may be null. */
const singleBalance = /\/balances\/(crypto\/\{|fiat\/\{)/

/** Null where the description has no null: the first item of a list or page, or the first such property of an object. */
export default bodyDrift(
  'null',
  (operation) => !singleBalance.test(operation),
  (body) => {
    const isSingle = isObject(body) && !Array.isArray(body.content)
    return isSingle ? withNullProperty(body) : changeResource(body, () => null)
  },
)

function withNullProperty(body: Readonly<Record<string, unknown>>): unknown {
  const name = Object.keys(body).find((key) => !nullable.includes(key))
  return name === undefined ? body : { ...body, [name]: null }
}
