import type { Document, Located } from './document.ts'
import type { JsonObject, Pointer } from './json.ts'
import type { Mark, Marks } from './mark.ts'

/** HTTP methods of a path item; `query` since OpenAPI 3.2. */
export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

/** Direction of a message as seen from the API. */
export type Way = 'request' | 'response'

/** `GET /users/{id}`: method in upper case, one space, path template as written. */
export type OperationKey = string

/** Location of a parameter. Swagger's `body` and `formData` become the request body. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring'

/** A schema at its location in the description. A `$ref` there is not followed. */
export type SchemaAt = Located

/** A parameter, including those of the path item. For Swagger 2.0, `schema` is the inline type. */
export interface Parameter {
  readonly name: string
  readonly in: ParameterLocation
  readonly required: boolean
  readonly deprecated: boolean
  /** Serialization, with defaults of the dialect (OpenAPI 3.x §Parameter Object). */
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  readonly schema?: SchemaAt
  /** The single media type of a parameter with `content`. */
  readonly content?: readonly MediaType[]
  readonly description: string
  readonly assumed: boolean
  /** Set for a path template variable without a declared parameter. `pointer` is the operation; any text is allowed. */
  readonly undeclared?: true
  /** `required`: whether the parameter is required is a guess. */
  readonly marks?: Marks
  /** Pointer to the parameter object, after following `$ref`s. */
  readonly pointer: Pointer
  readonly node: JsonObject
}

export interface MediaType {
  /** As written, for example `application/json; charset=utf-8` or `text/*`. */
  readonly type: string
  readonly schema?: SchemaAt
  /** Schema of a stream item (OpenAPI 3.2 §Media Type Object). */
  readonly itemSchema?: SchemaAt
  /** `key`: the media type itself is a guess. */
  readonly marks?: Mark
  readonly pointer: Pointer
  readonly node: JsonObject
}

export interface RequestBody {
  readonly required: boolean
  readonly content: readonly MediaType[]
  readonly assumed: boolean
  readonly description: string
  /** `required`: whether the body is required is a guess. */
  readonly marks?: Marks
  readonly pointer: Pointer
}

export interface Header {
  readonly name: string
  readonly required: boolean
  readonly deprecated: boolean
  /** `simple`, unless Swagger 2.0 sets `collectionFormat`. */
  readonly style: string
  readonly schema?: SchemaAt
  /** Media type of a header with `content`; exactly one. `schema` is then its schema. */
  readonly content?: readonly MediaType[]
  readonly assumed: boolean
  /** `required`: whether the header is required is a guess. */
  readonly marks?: Marks
  readonly pointer: Pointer
}

export interface Response {
  /** `200`, `4XX` (upper case) or `default`. */
  readonly status: string
  readonly description: string
  readonly headers: readonly Header[]
  readonly content: readonly MediaType[]
  readonly assumed: boolean
  /** `key`: the status itself is a guess. */
  readonly marks?: Marks
  readonly node: JsonObject
  readonly pointer: Pointer
}

/** Unreadable part of an operation, because a `$ref` dangles or was not followed. */
export interface UnreadPart {
  /** Operation key, or `* /path` for a whole path item. */
  readonly operation: OperationKey
  /** Path segments below the operation or path item to the unreadable part. */
  readonly within: readonly string[]
  /** True inside a schema: the part exists, but its allowed values are unknown. */
  readonly inSchema: boolean
}

/** Alternative of the effective `security` list: scopes by scheme name. `{}` allows anonymous calls. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** An operation including everything inherited from path item and document. */
export interface Operation {
  readonly key: OperationKey
  /** Upper case. */
  readonly method: string
  readonly path: string
  readonly operationId?: string | undefined
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly deprecated: boolean
  readonly parameters: readonly Parameter[]
  readonly requestBody?: RequestBody | undefined
  readonly responses: readonly Response[]
  readonly security: readonly SecurityRequirement[]
  readonly servers: readonly string[]
  /** Path prefixes from server URLs: `/v1`, or `/{tenant}` if a variable can have any value. */
  readonly basePaths: readonly string[]
  /** Callbacks: `path` is `<callback name> <runtime expression>`; request and response swap roles. Nesting ends at recursion. */
  readonly callbacks: readonly Operation[]
  /** The path item as written, then the target of its `$ref`. The first takes precedence. */
  readonly pathItem: readonly Located<JsonObject>[]
  readonly pointer: Pointer
  readonly node: JsonObject
}

/** A document with its operations. */
export interface Description {
  readonly document: Document
  readonly operations: readonly Operation[]
  /** Webhooks: `path` is the name, and the API sends the request. */
  readonly webhooks: readonly Operation[]
}
