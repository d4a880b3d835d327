import type { Document, Located } from '../../../model/document.ts'
import type { SentRequest } from '../../../model/observation.ts'
import type { Operation, Parameter } from '../../../model/operation.ts'
import { ownArray, ownEntries } from '../../../util/json.ts'
import { percentDecoded } from '../../../util/pointer.ts'
import { queryOf } from '../../../util/serialize.ts'
import { isFormType } from '../media-type.ts'
import { appliedSchemas, notDefined, partsOf, splitText, typesOf, type Written } from '../text-value.ts'
import { isReadable, templateSegment } from './template-segment.ts'

/** Reads the parameters of one sent request. */
export interface SentParameters {
  /** Returns the parameter's raw value; undefined if it is absent or cannot be attributed. */
  written(parameter: Parameter): Written | undefined
  /** Returns why a present value cannot be read; undefined if it is absent. */
  unread(parameter: Parameter): string | undefined
  /** Tests for an exploded object, whose members are separate parameters (OpenAPI 3.x §Style Values), so the object itself is never missing. */
  isSpread(parameter: Parameter): boolean
}

/** Parses a request by the styles of the operation's parameters (OpenAPI 3.x §Style Values, RFC 6570). */
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
    return { text: '', items: members.map(([key, value]) => `${key}=${value}`) }
  }

  /** OpenAPI doesn't define how arrays and objects nested in an object are serialised. */
  function isFlat({ items }: Written): boolean {
    const keys = items.map((item) => item.slice(0, item.indexOf('=')))
    return keys.every((key) => !key.includes(']')) && new Set(keys).size === keys.length
  }

  return {
    isSpread,
    unread(parameter) {
      if (parameter.in === 'path')
        return isReadable(operation, parameter) ? undefined : 'no segment of the path is it alone'
      const members = isSpread(parameter) ? spread(parameter) : undefined
      return members === undefined || isFlat(members) ? undefined : notDefined
    },
    written(parameter) {
      const { name, in: location, style, explode } = parameter
      if (location === 'path') return templateSegment(operation, parameter, path)
      if (location === 'querystring') return wholeQuery(parameter, path)
      if (location === 'header') {
        const text = headers[name.toLowerCase()]
        return text === undefined ? undefined : { text, items: partsOf(text, style) }
      }
      if (isSpread(parameter)) {
        const members = spread(parameter)
        return members !== undefined && isFlat(members) ? members : undefined
      }
      if (location === 'cookie') {
        const [, text] = pairsAt(location).find(([key]) => key === name) ?? []
        return text === undefined ? undefined : { text, items: splitText(text, style) }
      }
      const values = query.getAll(name)
      if (values.length === 0) return undefined
      const items =
        explode && style === 'form'
          ? values
          : (splitAsWritten(name, style, path) ?? values.flatMap((value) => splitText(value, style)))
      return { text: values.join(), items }
    },
  }
}

/** Splits at literal commas; commas inside items are percent-encoded. Undefined if all commas are encoded, which is ambiguous. */
function splitAsWritten(name: string, style: string, path: string): string[] | undefined {
  if (style !== 'form' || !/%2c/i.test(path)) return undefined
  const decoded = (text: string): string => percentDecoded(text.replaceAll('+', ' '))
  const pairs = (/^[^#?]*\?([^#]*)/.exec(path)?.[1] ?? '').split('&').map((pair) => pair.split(/=(.*)/s))
  const values = pairs.flatMap(([key = '', value = '']) => (decoded(key) === name ? [value] : []))
  return values.some((value) => value.includes(','))
    ? values.flatMap((value) => value.split(',').map(decoded))
    : undefined
}

/** Returns the whole query of a `querystring` parameter (OpenAPI 3.2 §4.12.1): raw for forms, otherwise percent-decoded. */
function wholeQuery({ content }: Parameter, path: string): Written | undefined {
  const text = /^[^#?]*\?([^#]*)/.exec(path)?.[1]
  if (text === undefined || text === '') return undefined
  return { text: isFormType(content?.[0]?.type ?? '') ? text : percentDecoded(text), items: [] }
}

type Pair = readonly [name: string, value: string]

function cookiesOf(header: string): Pair[] {
  return header.split(';').map((one) => {
    const [name = ''] = one.split('=', 1)
    return [name.trim(), one.includes('=') ? one.slice(one.indexOf('=') + 1) : '']
  })
}

/** Cached per applied schemas, because every request needs the result. */
const ofObjects = new WeakMap<ReturnType<typeof appliedSchemas>, boolean>()

function isOfObjects(document: Document, schema: Located): boolean {
  const parts = appliedSchemas(document, schema)
  let known = ofObjects.get(parts)
  if (known === undefined) {
    known = parts.some(({ node }) => typesOf(node).includes('object'))
    ofObjects.set(parts, known)
  }
  return known
}

/** Returns the member names that a schema declares; `[]` for a map. */
function membersOf(document: Document, schema: Located): ReadonlySet<string> {
  const parts = appliedSchemas(document, schema)
  const named = parts.flatMap(({ node }) => [
    ...ownEntries(node, 'properties').map(([name]) => name),
    ...ownArray(node, 'required').map(String),
  ])
  return new Set(named)
}
