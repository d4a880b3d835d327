import { httpMethods } from '../../model/operation.ts'

/** The kinds of objects in a description. */
export type ObjectKind =
  | 'document'
  | 'info'
  | 'components'
  | 'path'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'request-body'
  | 'response'
  | 'media-type'
  | 'encoding'
  | 'callback'
  | 'security-scheme'
  | 'server'
  | 'schema'
  | 'link'
  | 'example'
  | 'tag'

/** An object, or a list or map of such objects. */
type Member = ObjectKind | { readonly each: ObjectKind }
type Members = Readonly<Record<string, Member>>

/** Keywords that hold one object of a kind. */
const one = (kind: ObjectKind, ...names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, kind]))
/** Keywords that hold a list or map of objects of a kind. */
const each = (kind: ObjectKind, ...names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, { each: kind }]))

const schemaLists = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'prefixItems']
const schemas = ['items', 'additionalItems', 'unevaluatedItems', 'additionalProperties', 'unevaluatedProperties']
const content = { ...each('media-type', 'content'), ...each('example', 'examples') }
const described = { ...content, ...one('schema', 'schema', 'items') }

/** Members that hold further objects (OpenAPI 3.2 §4, Swagger 2.0). The rest are keywords. */
const members: Readonly<Record<ObjectKind, Members>> = {
  document: {
    ...one('info', 'info'),
    ...one('components', 'components'),
    ...each('path', 'paths', 'webhooks'),
    ...each('server', 'servers'),
    ...each('tag', 'tags'),
    ...each('schema', 'definitions'),
    ...each('parameter', 'parameters'),
    ...each('response', 'responses'),
    ...each('security-scheme', 'securityDefinitions'),
    ...each('document', 'x-external-files'),
  },
  info: {},
  components: {
    ...each('schema', 'schemas'),
    ...each('response', 'responses'),
    ...each('parameter', 'parameters'),
    ...each('example', 'examples'),
    ...each('request-body', 'requestBodies'),
    ...each('header', 'headers'),
    ...each('security-scheme', 'securitySchemes'),
    ...each('link', 'links'),
    ...each('callback', 'callbacks'),
    ...each('path', 'pathItems'),
    ...each('media-type', 'mediaTypes'),
  },
  path: {
    ...one('operation', ...httpMethods),
    ...each('operation', 'additionalOperations'),
    ...each('parameter', 'parameters'),
    ...each('server', 'servers'),
  },
  operation: {
    ...each('parameter', 'parameters'),
    ...one('request-body', 'requestBody'),
    ...each('response', 'responses'),
    ...each('callback', 'callbacks'),
    ...each('server', 'servers'),
  },
  parameter: described,
  header: described,
  'request-body': content,
  response: { ...content, ...each('header', 'headers'), ...one('schema', 'schema'), ...each('link', 'links') },
  'media-type': {
    ...one('schema', 'schema', 'itemSchema'),
    ...each('encoding', 'encoding'),
    ...each('example', 'examples'),
  },
  encoding: each('header', 'headers'),
  callback: {},
  'security-scheme': {},
  server: {},
  schema: {
    ...each('schema', ...schemaLists, 'allOf', 'anyOf', 'oneOf'),
    ...one('schema', ...schemas, 'propertyNames', 'contains', 'not', 'if', 'then', 'else'),
  },
  link: one('server', 'server'),
  example: {},
  tag: {},
}

/** The innermost object around a location, and the location inside it. */
export interface Owner {
  readonly kind: ObjectKind
  /** How many tokens lead to the object. */
  readonly depth: number
  /** The keyword of the object at the location; absent if the location is the object itself. */
  readonly keyword?: string
  /** The location is a list or map of objects as a whole. */
  readonly isCollection?: boolean
}

/** Returns the owner of a location by its tokens. A file of a bundle is a description or a schema; its kind doesn't matter here. */
export function ownerAt(tokens: readonly string[]): Owner {
  let kind: ObjectKind = 'document'
  let at = 0
  while (at < tokens.length) {
    const keyword = tokens[at] ?? ''
    // A callback is a map of paths itself.
    const member: Member | undefined =
      kind === 'callback' && !keyword.startsWith('x-') && keyword !== '$ref'
        ? 'path'
        : Object.hasOwn(members[kind], keyword)
          ? members[kind][keyword]
          : undefined
    if (member === undefined) return { kind, depth: at, keyword }
    if (typeof member === 'string') {
      kind = member
      at += 1
      continue
    }
    if (at + 1 >= tokens.length) return { kind, depth: at, keyword, isCollection: true }
    kind = member.each
    at += 2
  }
  return { kind, depth: at }
}
