import type { RequestViolation, SentRequest } from '../../../model/observation.ts'
import type { Description, Operation } from '../../../model/operation.ts'
import { isObject, own, ownEntries, ownString } from '../../../util/json.ts'
import { queryOf } from '../../../util/serialize.ts'
import { memoOfText } from '../../../util/text.ts'
import { undocumentedParameter } from '../../evidence/ceiling.ts'
import { isCommonHeader } from './common-headers.ts'

/** The documented query parameters and headers of an operation; cached. */
interface Documented {
  /** Tests whether a header is documented, or one that any request may have. */
  readonly isNamedHeader: (name: string) => boolean
  /** Tests whether a query parameter name, or the part before its brackets, is documented. */
  readonly isNamed: (key: string) => boolean
  /** Any name is allowed: the whole query is one parameter (OpenAPI 3.2 §Parameter Locations), or a parameter is a free-form object. */
  readonly isOpen: boolean
}

const none: readonly RequestViolation[] = []

const documentedBy = new WeakMap<Operation, Documented>()

function documentedOf(operation: Operation): Documented {
  const before = documentedBy.get(operation)
  if (before !== undefined) return before
  const { parameters } = operation
  const named = new Set(parameters.map(({ name, in: location }) => `${location} ${name.toLowerCase()}`))
  const documented = {
    isNamedHeader: memoOfText((name) => isCommonHeader(name) || named.has(`header ${name}`)),
    isNamed: memoOfText((key) =>
      [key, key.replace(/\[.*$/s, '')].some((name) => named.has(`query ${name.toLowerCase()}`)),
    ),
    isOpen: parameters.some((parameter) => parameter.in === 'querystring' || isFree(parameter)),
  }
  documentedBy.set(operation, documented)
  return documented
}

/** Returns undocumented query parameters and headers of a recorded request, which the API ignores or accepts silently. */
export function undocumentedParts(
  operation: Operation,
  { path, headers }: SentRequest,
  schemes: ReadonlySet<string>,
): readonly RequestViolation[] {
  const { isNamedHeader, isNamed, isOpen } = documentedOf(operation)
  // Headers of an observation have no inherited members. Most requests need no entry, so arrays are created lazily.
  let sent: string[] | undefined
  for (const name in headers) {
    if (isNamedHeader(name) || schemes.has(`header ${name}`)) continue
    sent ??= []
    sent.push(name)
  }
  let unknown: Set<string> | undefined
  if (!isOpen)
    for (const [key] of queryOf(path).pairs) {
      if (key === '' || isNamed(key) || schemes.has(`query ${key.toLowerCase()}`)) continue
      unknown ??= new Set()
      unknown.add(key)
    }
  return sent === undefined && unknown === undefined ? none : violationsOf(operation, sent ?? [], [...(unknown ?? [])])
}

function violationsOf(
  { pointer: schemaPointer }: Operation,
  sent: readonly string[],
  unknown: readonly string[],
): readonly RequestViolation[] {
  const violation = (location: 'query' | 'header', name: string): RequestViolation => ({
    part: `${location} ${name}`,
    message: `sends the ${location} parameter ${name}, ${undocumentedParameter}`,
    ...{ key: 'undocumented', schemaPointer, assumed: false },
  })
  return [
    ...firstOf(unknown).map((name) => violation('query', name)),
    ...firstOf(sent).map((name) => violation('header', name)),
  ]
}

/** Maximum number of undocumented names reported per request; more don't come from real clients. */
const mostNames = 100

function firstOf(names: readonly string[]): readonly string[] {
  return names.length > mostNames ? names.toSorted().slice(0, mostNames) : names
}

/** Tests for an exploded query object, whose members are parameters with any name. */
function isFree({ in: location, explode, style, schema }: Operation['parameters'][number]): boolean {
  if (location !== 'query' || !explode || style !== 'form' || schema === undefined) return false
  const node = schema.node
  return (
    isObject(node) &&
    (own(node, 'type') === 'object' || own(node, 'properties') !== undefined || own(node, '$ref') !== undefined)
  )
}

const known = new WeakMap<Description, ReadonlySet<string>>()

/** Returns the parameters of API key schemes, for example `header x-api-key`, `query key`. */
export function schemeParameters(description: Description): ReadonlySet<string> {
  const found = known.get(description)
  if (found !== undefined) return found
  const { root } = description.document
  const schemes = [
    ...ownEntries(own(root, 'components'), 'securitySchemes'),
    ...ownEntries(root, 'securityDefinitions'),
  ]
  const names = new Set(
    schemes.map(([, scheme]) => `${ownString(scheme, 'in')} ${ownString(scheme, 'name').toLowerCase()}`),
  )
  known.set(description, names)
  return names
}
