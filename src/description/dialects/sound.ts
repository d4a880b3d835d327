import type { Document } from '../../model/document.ts'
import type { Json } from '../../model/json.ts'
import { isObject, own, ownString } from '../../util/json.ts'
import { isLocation } from './parameters.ts'
import type { PartKind } from './reading.ts'
import { isStatus } from './responses.ts'

interface Member {
  readonly key: string
  readonly kind: PartKind
  readonly form: 'one' | 'list' | 'map'
}

const parameters: Member = { key: 'parameters', kind: 'parameter', form: 'list' }
const content: Member = { key: 'content', kind: 'media type', form: 'map' }

/** Of each kind, the members that are read as parts. */
const membersOf: Readonly<Record<PartKind, readonly Member[]>> = {
  'path item': [parameters],
  operation: [
    parameters,
    { key: 'requestBody', kind: 'body', form: 'one' },
    { key: 'responses', kind: 'response', form: 'map' },
  ],
  parameter: [content],
  body: [content],
  response: [{ key: 'headers', kind: 'header', form: 'map' }, content],
  header: [content],
  'media type': [],
}

const withSchema: ReadonlySet<PartKind> = new Set(['parameter', 'header', 'media type'])

/**
 * Makes a quick check of what is written in OpenAPI 3: whether reading it finds no flaw. False is not certain, as callbacks are left
 * out. What many refer to is checked once.
 */
export function createSoundness({ resolve }: Document): (node: Json, kind: PartKind) => boolean {
  const targets = new Map<PartKind, Map<string, boolean>>()

  function isTargetSound(ref: string, kind: PartKind): boolean {
    const known = targets.get(kind) ?? new Map<string, boolean>()
    targets.set(kind, known)
    let found = known.get(ref)
    if (found === undefined) {
      const target = resolve(ref)
      found = target !== undefined && isSound(target.node, kind)
      known.set(ref, found)
    }
    return found
  }

  function isSound(node: Json, kind: PartKind): boolean {
    if (!isObject(node)) return false
    const ref = own(node, '$ref')
    if (typeof ref === 'string') return isTargetSound(ref, kind)
    if (kind === 'parameter' && (ownString(node, 'name') === '' || !isLocation(ownString(node, 'in')))) return false
    if (kind === 'operation' && own(node, 'callbacks') !== undefined) return false
    const schema = withSchema.has(kind) ? own(node, 'schema') : undefined
    if (schema !== undefined && !isObject(schema) && typeof schema !== 'boolean') return false
    return membersOf[kind].every((member) => {
      const held = own(node, member.key)
      return held === undefined || isMemberSound(held, member)
    })
  }

  function isMemberSound(held: Json, { kind, form }: Member): boolean {
    if (form === 'one') return isSound(held, kind)
    if (form === 'list') return Array.isArray(held) && held.every((node: Json) => isSound(node, kind))
    if (!isObject(held)) return false
    return Object.keys(held).every((name) => {
      if (kind === 'response' && !isStatus(name)) return name.startsWith('x-')
      return isSound(held[name] ?? null, kind)
    })
  }

  return isSound
}
