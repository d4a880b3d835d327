import { isObject } from '../http/fields.ts'
import { bodyDrift, changeResource } from './drift-kind.ts'

/** Properties that are nullable in the description. */
const nullable = ['balance', 'currency', 'memo', 'businessDetails']

/** Single balances only have nullable properties. */
const singleBalance = /\/balances\/(crypto\/\{|fiat\/\{)/

/** Sets a non-nullable value to null: the first item of a list or page, or the first such property of an object. */
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
