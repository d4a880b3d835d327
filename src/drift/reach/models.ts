import type { Json, JsonObject } from '../../model/json.ts'
import type { Observation } from '../../model/observation.ts'
import type { Operation } from '../../model/operation.ts'
import { keyOf } from '../../resources/names.ts'
import { lastNounOf } from '../../resources/paths.ts'
import { equalJson, isObject } from '../../util/json.ts'
import { isSecretKey, plainKey } from '../../util/secret-keys.ts'
import { parsed } from './read-values.ts'

/** Objects from responses, which are better models for request bodies than the description alone. */
export interface Models {
  /** Stores objects of a successful response. */
  note(operation: Operation, observation: Observation): void
  /**
   * Replaces generated values in a body by values of the most similar object, or of any object by name, and omits optional members that the
   * most similar object lacks. Undefined if nothing helps.
   */
  bodyFor(operation: Operation, body: Json | undefined, accepts: (body: Json) => boolean): Json | undefined
  /** Returns a string or number that any object has under this name. */
  shown(name: string): Json | undefined
}

interface Shown {
  readonly noun: string
  readonly object: JsonObject
}

/** Maximum number of stored objects in total and per response, and maximum search depth. */
const mostShown = 120
const mostOfOne = 4
const deepest = 4

/** Server-assigned identifiers, which must not be copied. */
const identity = /^_?(id|uuid|guid)$/i

/** Creates an empty store. Objects with text for which `isSecret` is true are not stored. */
export function createModels(isSecret: (text: string) => boolean): Models {
  const shown: Shown[] = []
  return {
    note(operation, { body, status = 0 }) {
      if (status < 200 || status > 299 || body === undefined || shown.length >= mostShown) return
      for (const object of objectsIn(parsed(body)).slice(0, mostOfOne))
        if (!isSecret(JSON.stringify(object))) shown.push({ noun: lastNounOf(operation.path), object })
    },
    bodyFor(operation, body, accepts) {
      if (!isObject(body) || Object.keys(body).length === 0) return undefined
      const noun = lastNounOf(operation.path)
      const likeness = (one: Shown): number => sharedNames(one.object, body) + (one.noun === noun ? 0.5 : 0)
      const sorted = [...shown].sort((a, b) => likeness(b) - likeness(a))
      const model = sorted[0] !== undefined && sharedNames(sorted[0].object, body) > 1 ? sorted[0].object : {}
      let modelled: JsonObject = body
      for (const [name, value] of Object.entries(body)) {
        if (identity.test(name) || isSecretKey(plainKey(name))) continue
        const withOne = (offer: Json): JsonObject => ({ ...modelled, [name]: offer })
        const { [name]: _, ...less } = modelled
        const own = shownAs(model, name)
        // A member `flow` expects the id of a flow.
        const named = shown.filter((one) => one.noun === keyOf(name)).map(({ object }) => object.id)
        const others = sorted.map(({ object }) => shownAs(object, name))
        const isFree = isInvented(value) && accepts(less)
        const next = [own, ...named, ...(isFree ? [] : others)].find(
          (one) => one !== undefined && accepts(withOne(one)),
        )
        if (next !== undefined) modelled = withOne(next)
        else if (isFree) modelled = less
      }
      return equalJson(modelled, body) || !accepts(modelled) ? undefined : modelled
    },
    shown: (name) =>
      shown
        .map(({ object }) => shownAs(object, name))
        .find((value) => typeof value === 'string' || typeof value === 'number'),
  }
}

/** Returns the objects in a body, outermost first, with only the first items of arrays. */
function objectsIn(body: Json | undefined): readonly JsonObject[] {
  const found: JsonObject[] = []
  let level: readonly (Json | undefined)[] = [body]
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const objects = level.flatMap((node) => (Array.isArray(node) ? node.slice(0, 2) : [node])).filter(isObject)
    found.push(...objects.filter((one) => Object.keys(one).length > 1))
    level = objects.flatMap((one) => Object.values(one))
  }
  return found
}

function sharedNames(object: JsonObject, body: JsonObject): number {
  return Object.keys(body).filter((name) => shownAs(object, name) !== undefined).length
}

/** Returns the member with the name in any spelling; undefined if it is null or empty. */
function shownAs(object: JsonObject, name: string): Json | undefined {
  const key = keyOf(name)
  const found = Object.hasOwn(object, name) ? name : Object.keys(object).find((one) => keyOf(one) === key)
  const value = found === undefined ? undefined : object[found]
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? undefined : value
}

/** Tests for values made of generated sample text, for which the description gives no details. */
function isInvented(value: Json): boolean {
  if (typeof value === 'string') return /^text/.test(value)
  if (Array.isArray(value)) return value.some(isInvented)
  return isObject(value) && Object.values(value).some(isInvented)
}
