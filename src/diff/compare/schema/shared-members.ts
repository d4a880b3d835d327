import type { SchemaStep } from '../../../model/diff/change.ts'
import type { Json, JsonObject } from '../../../model/json.ts'
import { hasSubtypes } from '../../../schema/discriminator/subtypes.ts'
import { droppedKeywords } from '../../../schema/keywords/dialect.ts'
import type { SchemaReader } from '../../../schema/normal-form/normal.ts'
import { isObject, own, ownArray, refAlone } from '../../../util/json.ts'
import { knownPair } from './keywords/object.ts'
import type { ReferredPair, SchemaPair, Unit } from './unit.ts'

type Members = Pick<SchemaPair, 'base' | 'revision' | 'same' | 'references'>

/** Keywords that can't differ between two versions of a schema that share its node. */
const ownKeywords = new Set(['type', 'required', 'title', 'description', 'deprecated'])

/** Returns compared pairs below a shared object, where nothing else can differ. Returns undefined if that isn't certain. */
export function sharedMembers(
  unit: Unit,
  { base, revision, same, references }: Members,
): readonly (readonly [SchemaStep, ReferredPair])[] | undefined {
  const shared = sharedNode(unit)
  const properties = shared === undefined ? undefined : plainProperties(base, revision, shared)
  if (properties === undefined) return undefined
  const required = new Set(ownArray(shared, 'required'))
  const found: (readonly [SchemaStep, ReferredPair])[] = []
  for (const name of Object.keys(properties)) {
    const node = properties[name] ?? null
    const known = knownPair(references, refAlone(node), required.has(name) ? 'required' : 'optional')
    if (known !== undefined) found.push([{ kind: 'property', name }, known])
    else if (!same([{ node, pointer: '' }], [{ node, pointer: '' }])) return undefined
  }
  return found
}

function sharedNode({ before, after, text }: Unit): Json | undefined {
  const [part] = before
  const [twin] = after
  if (part === undefined || part.node !== twin?.node || part.pointer !== twin.pointer) return undefined
  const isAlone = before.length === 1 && after.length === 1 && text === undefined
  return isAlone && part.nullable !== true && twin.nullable !== true ? part.node : undefined
}

/** Returns the properties of an object without other subschemas and without flaws. */
function plainProperties(base: SchemaReader, revision: SchemaReader, node: Json): JsonObject | undefined {
  const properties = own(node, 'properties')
  const { dialect } = base.document
  if (!isObject(node) || !isObject(properties) || own(node, 'type') !== 'object') return undefined
  if (dialect !== revision.document.dialect || hasSubtypes(base.document) || hasSubtypes(revision.document))
    return undefined
  const isPlain = Object.keys(node).every((key) => key === 'properties' || ownKeywords.has(key))
  return isPlain && droppedKeywords(node, dialect).length === 0 ? properties : undefined
}
