import { describe } from '../../description/dialects/operations.ts'
import { loadDocument } from '../../description/reading/load.ts'
import { toolError } from '../../model/errors.ts'
import type { Description, Operation } from '../../model/operation.ts'
import type { ConsumerUse, OperationUse } from '../../model/report/consumer.ts'
import type { Conjunction, NormalSchema, SchemaReader } from '../../schema/normal-form/normal.ts'
import { schemaReaderOf } from '../../schema/normal-form/normalize.ts'
import type { Removal } from '../../traffic/consumers/can-i-remove.ts'
import { isObject } from '../../util/json.ts'
import { pointerTokens } from '../../util/pointer.ts'
import { didYouMean } from '../../util/text.ts'

export interface DescribedBy {
  readonly cwd: string
  readonly specsDir: string
  /** Addresses accepted by `loadDocument`. */
  readonly addresses: readonly string[]
  /** Skip unreadable addresses, because an API may have no snapshot yet. */
  readonly isOptional: boolean
}

/**
 * Requires that the part to remove is described or used by a consumer, because a misspelled name would look unused. Without a
 * description, it isn't checked. Throws USAGE with a suggestion, and the errors of `loadDocument`.
 */
export async function requireDescribed(
  removal: Removal,
  consumers: readonly ConsumerUse[],
  { cwd, specsDir, addresses, isOptional }: DescribedBy,
): Promise<void> {
  const { operation, query, location, header, mediaType } = removal
  const loaded = await Promise.all(
    addresses.map((address) =>
      loadDocument(address, { cwd, specsDir }).then(describe, (error: unknown): undefined => {
        if (!isOptional) throw error
      }),
    ),
  )
  const descriptions = loaded.filter((one) => one !== undefined)
  const uses = consumers.flatMap(({ operations }) =>
    Object.hasOwn(operations, operation) ? (operations[operation] ?? []) : [],
  )
  if (descriptions.length === 0) return
  const here = descriptions.flatMap((description) =>
    description.operations.filter(({ key }) => key === operation).map((one) => ({ description, operation: one })),
  )
  if (here.length === 0) {
    if (uses.length > 0) return
    throw missing(`operation ${operation}`, nearestOperation(operation, descriptions))
  }
  const operations = here.map((one) => one.operation)
  if (header !== undefined)
    return requireOneOf(`header ${header} in ${operation}`, header, headersOf(operations), usedNames(uses))
  if (mediaType !== undefined)
    return requireOneOf(`media type ${mediaType} in ${operation}`, mediaType, mediaTypesOf(operations), usedNames(uses))
  if (query !== undefined) {
    const names = here.flatMap((one) => one.operation.parameters).filter((each) => each.in === 'query')
    const isUsed = uses.some(({ sends = [] }) => sends.includes(`query ${query}`))
    if (isUsed || names.some(({ name }) => name === query || query.startsWith(`${name}[`))) return
    throw missing(
      `query parameter ${query} of ${operation}`,
      didYouMean(
        query,
        names.map(({ name }) => name),
      ),
    )
  }
  if (location === undefined || location === '' || here.some((one) => hasLocation(one, location))) return
  const isUsed = uses.some(({ sends = [], given = {}, reads = {} }) =>
    [sends, ...Object.values(given), ...Object.values(reads)].some((all) =>
      all.some((one) => one === location || one === `body ${location}`),
    ),
  )
  if (!isUsed) throw missing(`member ${location} in the bodies of ${operation}`, undefined)
}

function requireOneOf(what: string, name: string, described: readonly string[], used: readonly string[]): void {
  const isSame = (one: string): boolean => one.replace(/^(?:header|type) /, '').toLowerCase() === name.toLowerCase()
  if (!described.some(isSame) && !used.some(isSame)) throw missing(what, didYouMean(name, described))
}

function headersOf(operations: readonly Operation[]): readonly string[] {
  return operations.flatMap(({ parameters, responses }) => [
    ...parameters.filter((each) => each.in === 'header').map(({ name }) => name),
    ...responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
  ])
}

function mediaTypesOf(operations: readonly Operation[]): readonly string[] {
  return operations.flatMap(({ requestBody, responses }) =>
    [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)].map(({ type }) => type),
  )
}

function usedNames(uses: readonly OperationUse[]): readonly string[] {
  return uses.flatMap(({ sends = [], given = {} }) => [...sends, ...Object.values(given).flat()])
}

function missing(what: string, near: string | undefined): Error {
  return toolError('USAGE', [`The description has no ${what}${near === undefined ? '' : ` (did you mean ${near}?)`}.`])
}

function nearestOperation(operation: string, descriptions: readonly Description[]): string | undefined {
  const keys = descriptions.flatMap(({ operations }) => operations.map(({ key }) => key))
  const unnamed = (key: string): string => key.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(.)\/$/, '$1')
  return keys.find((key) => unnamed(key) === unnamed(operation)) ?? didYouMean(operation, keys)
}

function hasLocation(
  { description, operation }: { readonly description: Description; readonly operation: Operation },
  location: string,
): boolean {
  const media = [...operation.responses.flatMap(({ content }) => content), ...(operation.requestBody?.content ?? [])]
  const reader = schemaReaderOf(description.document)
  return media.some(({ schema }) => schema === undefined || isIn(reader, [schema], pointerTokens(location)))
}

/** An unconstrained schema has any member. */
function isIn(reader: SchemaReader, parts: Conjunction, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return true
  const forms = formsOf(reader, parts)
  const isOpen = ({ properties, items, prefixItems, additional, patternProperties, types }: NormalSchema): boolean =>
    (types.has('object') || types.has('array')) &&
    properties.size + items.length + prefixItems.length + additional.length + patternProperties.size === 0
  if (forms.every(isOpen)) return true
  return forms
    .flatMap(({ properties, items, prefixItems, additional, patternProperties }) => {
      const members = [additional, ...patternProperties.values()]
      const named = properties.get(token)
      return token === '*' ? [...prefixItems, items, ...members] : named === undefined ? members : [named]
    })
    .filter((one) => one.some(({ node }) => isObject(node)))
    .some((one) => isIn(reader, one, rest))
}

function formsOf(reader: SchemaReader, parts: Conjunction): readonly NormalSchema[] {
  const found = new Map<string, NormalSchema>()
  const open: Conjunction[] = [parts.flatMap(reader.enter)]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = reader.key(next)
    if (found.has(key)) continue
    const normal = reader.normal(next)
    found.set(key, normal)
    for (const { branches } of normal.groups) open.push(...branches)
  }
  return [...found.values()]
}
