import type { Json } from '../../../model/json.ts'
import { atoms } from '../../keywords/atoms.ts'
import { fitsScalar, sampleText } from '../../sampling/scalar.ts'
import { holdsScalar } from '../escape-scalars.ts'
import { type Leaf, leavesOf } from '../leaf.ts'
import { nameClasses } from '../names.ts'
import { objectsOf } from '../objects.ts'
import { nameOf, type Operand, type Side } from '../operand.ts'

const known = new WeakMap<Side, Map<string, Json | undefined>>()
/** Maximum nesting of objects; each level takes some stack frames. */
const mostLevels = 100

/** Returns a value that can be built without search; `undefined` for conditions, patterns and sizes, though a value may exist. Cached. */
export function plainValue(operand: Operand, level = 0): Json | undefined {
  const ofSide = known.get(operand.side) ?? new Map<string, Json | undefined>()
  known.set(operand.side, ofSide)
  const name = nameOf(operand)
  if (ofSide.has(name)) return ofSide.get(name)
  if (level > mostLevels) return undefined
  // A schema that requires itself has no finite value.
  ofSide.set(name, undefined)
  const [leaf] = leavesOf(operand) ?? []
  const value = leaf && plainIn(leaf, level)
  ofSide.set(name, value)
  return value
}

function plainIn(leaf: Leaf, level: number): Json | undefined {
  const { normal, nots, undecided } = leaf
  if (nots.length + undecided.length + normal.patterns.length > 0) return undefined
  if (normal.enum !== undefined) {
    const [first] = normal.enum.value
    return first !== undefined && holdsScalar(leaf, first) === true ? first : undefined
  }
  const atom = atoms.find((one) => normal.types.has(one))
  switch (atom) {
    case 'null':
      return null
    case 'boolean':
      return true
    case 'object':
      return objectOf(leaf, level)
    case 'array':
      return normal.bounds.has('minItems') ? undefined : []
    case 'string':
      return sampleText(normal, 0)
    case 'integer':
      return fitsScalar(0, normal) ? 0 : undefined
    default:
      return undefined
  }
}

function objectOf(leaf: Leaf, level: number): Json | undefined {
  const { normal } = leaf
  const isSized = normal.bounds.has('minProperties') || normal.bounds.has('maxProperties')
  if (isSized || normal.patternProperties.size + normal.dependentRequired.size > 0) return undefined
  const entries: [string, Json][] = []
  for (const [name, { presence, expr }] of objectsOf(leaf, nameClasses([]) ?? [], 'inner')?.slots ?? []) {
    if (presence !== 'required') continue
    const [only, ...others] = expr.pos
    const value = others.length > 0 ? undefined : only === undefined ? 'text' : plainValue(only, level + 1)
    if (value === undefined) return undefined
    entries.push([name, value])
  }
  // `fromEntries`, because assigning `__proto__` would set the prototype.
  return Object.fromEntries(entries)
}
