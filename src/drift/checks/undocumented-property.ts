import type { Json, Pointer } from '../../model/json.ts'
import { defineCheck, type UndocumentedProperty } from '../../model/observation.ts'
import { isObject } from '../../util/json.ts'
import { nodeAt, parentOf } from '../../util/pointer.ts'
import { typeName } from '../../util/value.ts'

export default defineCheck({
  id: 'undocumented-property',
  title: 'A property the contract does not name',
  why: "Clients can't know its meaning, strict clients reject it, and it may expose data unintentionally.",
  fix: 'Document the property, or stop sending it.',
  severity: 'warning',
  reads: 'undocumented',
  judge({ undocumented, propose, json }) {
    const maps = mapsIn(undocumented, json)
    const others = undocumented.filter(({ instancePointer }) => !maps.has(parentOf(instancePointer)))
    const ofMaps = [...maps].map(([instancePointer, { location, schemaPointer, assumed, observed }]) => ({
      ...{ instancePointer, schemaPointer, assumed },
      location: parentOf(location),
      message: `is used as a map: none of its members is documented (each seen as ${typeName(observed)})`,
      // An array, which no property name equals.
      key: ['map'],
    }))
    const drafts = others.map((property) => ({
      ...property,
      message: `is not documented (seen as ${typeName(property.observed)})`,
      key: property.location.slice(property.location.lastIndexOf('/') + 1),
      patch: propose.property(property),
    }))
    return [...drafts, ...ofMaps]
  },
})

/** An object with fewer members may simply differ from the documented one. */
const leastOfMap = 8

/** Returns objects whose members all have one type and no documented name, with their first member. */
function mapsIn(
  undocumented: readonly UndocumentedProperty[],
  json: Json | undefined,
): ReadonlyMap<Pointer, UndocumentedProperty> {
  if (undocumented.length < leastOfMap) return new Map()
  const byObject = new Map<Pointer, UndocumentedProperty[]>()
  for (const property of undocumented) {
    const parent = parentOf(property.instancePointer)
    const known = byObject.get(parent)
    if (known === undefined) byObject.set(parent, [property])
    else known.push(property)
  }
  return new Map(
    [...byObject].flatMap(([parent, [first, ...others]]) => {
      const object = nodeAt(json ?? null, parent)
      const isWhole = isObject(object) && Object.keys(object).length === others.length + 1
      const isMap = first !== undefined && isWhole && others.length + 1 >= leastOfMap
      return isMap && others.every(({ observed }) => typeName(observed) === typeName(first.observed))
        ? [[parent, first] as const]
        : []
    }),
  )
}
