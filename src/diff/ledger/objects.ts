import { httpMethods } from '../../model/operation.ts'

const described = 'schema:schema items:schema content:media-type* examples:example*'

/** Members with further objects, `<keyword>:<kind>`, and `*` for a list or map (OpenAPI 3.2 §4, Swagger 2.0). */
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

export type ObjectKind = keyof typeof texts

/** Kind of the object in a member, and whether the member is a list or map. */
type Member = readonly [kind: ObjectKind, isCollection: boolean]

const members = new Map(
  Object.entries(texts).map(([kind, text]) => {
    const pairs = [...text.matchAll(/(\S+):([\w-]+)(\*?)/g)]
    // The kinds in the strings are keys of the table.
    return [kind, new Map(pairs.map(([, name = '', of, star]) => [name, [of as ObjectKind, star === '*'] as Member]))]
  }),
)

/** The innermost object that contains a location, and the location within it. */
export interface Owner {
  readonly kind: ObjectKind
  /** Number of pointer tokens that lead to the object. */
  readonly depth: number
  /** Keyword of the object at the location; absent for the object itself. */
  readonly keyword?: string
  /** Whether the location is a whole list or map of objects. */
  readonly isCollection?: boolean
}

/** Returns the owner of a location. Files of a bundle may be descriptions or schemas, which makes no difference here. */
export function ownerAt(tokens: readonly string[]): Owner {
  let kind: ObjectKind = 'document'
  let at = 0
  while (at < tokens.length) {
    const keyword = tokens[at] ?? ''
    // A callback is itself a map of path items.
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
