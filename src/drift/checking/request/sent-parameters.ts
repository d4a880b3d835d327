import type { Document, Located } from '../../../model/document.ts'
import type { SentRequest } from '../../../model/observation.ts'
import type { Operation, Parameter } from '../../../model/operation.ts'
import { ownArray, ownEntries } from '../../../util/json.ts'
import { queryOf } from '../../../util/serialize.ts'
import { appliedSchemas, partsOf, splitText, typesOf, type Written } from '../text-value.ts'
import { templateSegment } from './template-segment.ts'

/** Reads the parameters of one sent request. */
export interface SentParameters {
  /** Undefined where a parameter is not there, or where what is there cannot be attributed to it. */
  written(parameter: Parameter): Written | undefined
  /** Each member of an exploded object is written as a parameter of its own (OpenAPI 3.x §Style Values): there is no whole to miss. */
  isSpread(parameter: Parameter): boolean
}

/** Reads a sent request by the styles of its operation's parameters (OpenAPI 3.x §Style Values, RFC 6570). */
export function sentParameters(
  document: Document,
  operation: Operation,
  { path, headers }: SentRequest,
): SentParameters {
  const query = queryOf(path)
  const pairsAt = (location: Parameter['in']): readonly Pair[] =>
    location === 'query' ? query.pairs : cookiesOf(headers.cookie ?? '')

  const isSpread = ({ in: location, style, explode, schema }: Parameter): boolean =>
    (location === 'query' || location === 'cookie') &&
    (style === 'deepObject' || (style === 'form' && explode)) &&
    schema !== undefined &&
    isOfObjects(document, schema)

  function spread(parameter: Parameter): Written | undefined {
    const { name, in: location, style, required, schema } = parameter
    const isDeep = style === 'deepObject'
    const names = isDeep || schema === undefined ? undefined : membersOf(document, schema)
    const members = pairsAt(location).flatMap(([key, value]): Pair[] => {
      if (!isDeep) return names?.has(key) ? [[key, value]] : []
      return key.startsWith(`${name}[`) && key.endsWith(']') ? [[key.slice(name.length + 1, -1), value]] : []
    })
    if (members.length === 0 && (!required || isDeep || names?.size === 0)) return undefined
    // What lists and objects inside an object look like is not defined.
    const isFlat =
      members.every(([key]) => !key.includes(']')) && new Set(members.map(([key]) => key)).size === members.length
    return isFlat ? { text: '', items: members.map(([key, value]) => `${key}=${value}`) } : undefined
  }

  return {
    isSpread,
    written(parameter) {
      const { name, in: location, style, explode } = parameter
      if (location === 'path') return templateSegment(operation, parameter, path)
      if (location === 'header') {
        const text = headers[name.toLowerCase()]
        return text === undefined ? undefined : { text, items: partsOf(text, style) }
      }
      if (isSpread(parameter)) return spread(parameter)
      if (location === 'cookie') {
        const [, text] = pairsAt(location).find(([key]) => key === name) ?? []
        return text === undefined ? undefined : { text, items: splitText(text, style) }
      }
      const values = query.getAll(name)
      if (values.length === 0) return undefined
      const items = explode && style === 'form' ? values : values.flatMap((value) => splitText(value, style))
      return { text: values.join(), items }
    },
  }
}

type Pair = readonly [name: string, value: string]

function cookiesOf(header: string): Pair[] {
  return header.split(';').map((one) => {
    const [name = ''] = one.split('=', 1)
    return [name.trim(), one.includes('=') ? one.slice(one.indexOf('=') + 1) : '']
  })
}

/** By the schemas that apply: a description has few, and each request asks. */
const ofObjects = new WeakMap<ReturnType<typeof appliedSchemas>, boolean>()

/** Whether a schema allows objects and says so. */
function isOfObjects(document: Document, schema: Located): boolean {
  const parts = appliedSchemas(document, schema)
  let known = ofObjects.get(parts)
  if (known === undefined) {
    known = parts.some(({ node }) => typesOf(node).includes('object'))
    ofObjects.set(parts, known)
  }
  return known
}

/** The names of members that a schema knows; `[]` of a map. */
function membersOf(document: Document, schema: Located): ReadonlySet<string> {
  const parts = appliedSchemas(document, schema)
  const named = parts.flatMap(({ node }) => [
    ...ownEntries(node, 'properties').map(([name]) => name),
    ...ownArray(node, 'required').map(String),
  ])
  return new Set(named)
}
