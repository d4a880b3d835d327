import type { Located } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { MediaType } from '../../model/operation.ts'
import { own } from '../../util/json.ts'
import { appliedSchemas, child, readText, type TextReader, typesOf } from './text-value.ts'

/** What a form holds, or why that cannot be said. */
export interface Form {
  readonly value?: JsonObject
  readonly because?: string
}

/**
 * Reads a form (URL Standard §5.1) as the object that its schema describes: a list is repeated (`form` and `explode`, the
 * defaults of OpenAPI 3.x §Encoding Object). Not read are forms with lists in Swagger 2.0, which states their separator,
 * and those with an `encoding` or members of members, whose names servers write in several ways.
 */
export function readForm(reader: TextReader, media: MediaType, schema: Located, text: string): Form {
  const { document } = reader
  const parts = appliedSchemas(document, schema)
  const form = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const held = form.get(name)
    if (held === undefined) form.set(name, [value])
    else held.push(value)
  }
  const members: [string, Json][] = []
  for (const [name, values] of form) {
    const member = [...parts.flatMap((part) => child(part, 'properties', name)), ...parts.flatMap(rest)][0]
    const types = new Set(
      member === undefined ? [] : appliedSchemas(document, member).flatMap(({ node }) => typesOf(node)),
    )
    const isNested = types.has('object') || (member === undefined && /[[\].]/.test(name))
    const isOwnWay = own(own(media.node, 'encoding'), name) !== undefined
    const isUnread = isNested || isOwnWay || (types.has('array') && document.dialect === '2.0')
    const whole = values.join()
    const value = isUnread || member === undefined ? whole : readText(reader, member, whole, values)
    if (isUnread || value === undefined)
      return { because: `how ${name} is written in a form is not defined enough to be checked` }
    members.push([name, value])
  }
  return { value: Object.fromEntries(members) }
}

function rest(part: Located): Located[] {
  return child(part, 'additionalProperties')
}
