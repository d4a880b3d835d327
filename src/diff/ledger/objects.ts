import { httpMethods } from '../../model/operation.ts'

const described = 'schema:schema items:schema content:media-type* examples:example*'

/**
 * The kinds of objects and their members that are further objects: `<keyword>:<kind>`, with `*` for a list or map (OpenAPI 3.2 §4,
 * Swagger 2.0). The rest of an object are keywords.
 */
const texts = {
  document: `info:info components:components paths:path* webhooks:path* servers:server* tags:tag* definitions:schema*
    parameters:parameter* responses:response* securityDefinitions:security-scheme* x-external-files:document*`,
  info: '',
  components: `schemas:schema* responses:response* parameters:parameter* examples:example* requestBodies:request-body* headers:header*
    securitySchemes:security-scheme* links:link* callbacks:callback* pathItems:path* mediaTypes:media-type*`,
  path: `${httpMethods.map((method) => `${method}:operation`).join(' ')} additionalOperations:operation* parameters:parameter*
    servers:server*`,
  operation: 'parameters:parameter* requestBody:request-body responses:response* callbacks:callback* servers:server*',
  parameter: described,
  header: described,
  'request-body': described,
  response: `${described} headers:header* links:link*`,
  'media-type': `${described} itemSchema:schema encoding:encoding*`,
  encoding: 'headers:header*',
  callback: '',
  'security-scheme': '',
  server: '',
  schema: `properties:schema* patternProperties:schema* dependentSchemas:schema* $defs:schema* definitions:schema* prefixItems:schema*
    allOf:schema* anyOf:schema* oneOf:schema* items:schema additionalItems:schema unevaluatedItems:schema additionalProperties:schema
    unevaluatedProperties:schema propertyNames:schema contains:schema not:schema if:schema then:schema else:schema`,
  link: 'server:server',
  example: '',
  tag: '',
} as const

/** The kinds of objects in a description. */
export type ObjectKind = keyof typeof texts

/** The kind of the object at a keyword, and whether the keyword has a list or map of them. */
type Member = readonly [kind: ObjectKind, isCollection: boolean]

const members = new Map(
  Object.entries(texts).map(([kind, text]) => {
    const pairs = [...text.matchAll(/(\S+):([\w-]+)(\*?)/g)]
    // The kinds in the texts are keys of the table.
    return [kind, new Map(pairs.map(([, name = '', of, star]) => [name, [of as ObjectKind, star === '*'] as Member]))]
  }),
)

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
    const isPath: boolean = kind === 'callback' && !keyword.startsWith('x-') && keyword !== '$ref'
    const member: Member | undefined = isPath ? ['path', false] : members.get(kind)?.get(keyword)
    if (member === undefined) return { kind, depth: at, keyword }
    const [next, isCollection]: Member = member
    if (isCollection && at + 1 >= tokens.length) return { kind, depth: at, keyword, isCollection }
    kind = next
    at += isCollection ? 2 : 1
  }
  return { kind, depth: at }
}
