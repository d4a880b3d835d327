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

const each = (kind: ObjectKind): Member => ({ each: kind })

const content = { content: each('media-type'), examples: each('example') }

/** Members that hold further objects (OpenAPI 3.2 §4, Swagger 2.0). The rest are keywords. */
const members: Readonly<Record<ObjectKind, Readonly<Record<string, Member>>>> = {
  document: {
    info: 'info',
    paths: each('path'),
    webhooks: each('path'),
    components: 'components',
    servers: each('server'),
    tags: each('tag'),
    definitions: each('schema'),
    parameters: each('parameter'),
    responses: each('response'),
    securityDefinitions: each('security-scheme'),
    'x-external-files': each('document'),
  },
  info: {},
  components: {
    schemas: each('schema'),
    responses: each('response'),
    parameters: each('parameter'),
    examples: each('example'),
    requestBodies: each('request-body'),
    headers: each('header'),
    securitySchemes: each('security-scheme'),
    links: each('link'),
    callbacks: each('callback'),
    pathItems: each('path'),
    mediaTypes: each('media-type'),
  },
  path: {
    ...Object.fromEntries(httpMethods.map((method) => [method, 'operation'] as const)),
    additionalOperations: each('operation'),
    parameters: each('parameter'),
    servers: each('server'),
  },
  operation: {
    parameters: each('parameter'),
    requestBody: 'request-body',
    responses: each('response'),
    callbacks: each('callback'),
    servers: each('server'),
  },
  parameter: { ...content, schema: 'schema', items: 'schema' },
  header: { ...content, schema: 'schema', items: 'schema' },
  'request-body': content,
  response: { ...content, headers: each('header'), schema: 'schema', links: each('link') },
  'media-type': {
    schema: 'schema',
    itemSchema: 'schema',
    encoding: each('encoding'),
    examples: each('example'),
  },
  encoding: { headers: each('header') },
  callback: {},
  'security-scheme': {},
  server: {},
  schema: {
    ...Object.fromEntries(
      [
        'properties',
        'patternProperties',
        'dependentSchemas',
        '$defs',
        'definitions',
        'allOf',
        'anyOf',
        'oneOf',
        'prefixItems',
      ].map((key) => [key, each('schema')] as const),
    ),
    ...Object.fromEntries(
      [
        'items',
        'additionalItems',
        'additionalProperties',
        'unevaluatedItems',
        'unevaluatedProperties',
        'propertyNames',
        'contains',
        'not',
        'if',
        'then',
        'else',
      ].map((key) => [key, 'schema'] as const),
    ),
  },
  link: { server: 'server' },
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
