import type { Document, Located } from './document.ts'
import type { JsonObject, Pointer } from './json.ts'
import type { Mark, Marks } from './mark.ts'

/** The HTTP methods an OpenAPI path item can hold; `query` since 3.2. */
export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

/** Which way the values of a message travel, seen from the API. */
export type Way = 'request' | 'response'

/** `GET /users/{id}`: upper-case method, one space, the path template as written. */
export type OperationKey = string

/** Where a parameter is sent. Swagger's `body` and `formData` become the request body. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring'

/** A schema at the location where the description has it; a `$ref` there is not followed. */
export type SchemaAt = Located

/** A parameter, path-level ones merged in; Swagger 2.0 ones carry their inline type as schema. */
export interface Parameter {
  readonly name: string
  readonly in: ParameterLocation
  readonly required: boolean
  readonly deprecated: boolean
  /** Serialization with the dialect's defaults filled in (OpenAPI 3.x §Parameter Object). */
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
  readonly schema?: SchemaAt
  /** `content` parameters: one media type. */
  readonly content?: readonly MediaType[]
  readonly description: string
  readonly assumed: boolean
  /** The path has a template that no parameter is declared for: `pointer` is the operation, and any text is sent. */
  readonly undeclared?: true
  /** `required`: that it is required, or not, is guessed. */
  readonly marks?: Marks
  /** Location of the parameter object itself, `$ref`s followed. */
  readonly pointer: Pointer
  readonly node: JsonObject
}

/** One entry of a `content` map. */
export interface MediaType {
  /** As written, e.g. `application/json; charset=utf-8` or `text/*`. */
  readonly type: string
  readonly schema?: SchemaAt
  /** Of one item of a stream (OpenAPI 3.2 §Media Type Object). */
  readonly itemSchema?: SchemaAt
  /** `key`: that bodies have this type is guessed. */
  readonly marks?: Mark
  readonly pointer: Pointer
  readonly node: JsonObject
}

/** The body of a request. */
export interface RequestBody {
  readonly required: boolean
  readonly content: readonly MediaType[]
  readonly assumed: boolean
  readonly description: string
  /** `required`: that it is required, or not, is guessed. */
  readonly marks?: Marks
  readonly pointer: Pointer
}

/** A response header. */
export interface Header {
  readonly name: string
  readonly required: boolean
  readonly deprecated: boolean
  /** `simple`, unless `collectionFormat` of Swagger 2.0 says otherwise. */
  readonly style: string
  readonly schema?: SchemaAt
  /** Headers described by `content`: one media type. `schema` is then its. */
  readonly content?: readonly MediaType[]
  readonly assumed: boolean
  /** `required`: that it is required, or not, is guessed. */
  readonly marks?: Marks
  readonly pointer: Pointer
}

/** One entry of `responses`. */
export interface Response {
  /** `200`, `4XX` (upper case) or `default`. */
  readonly status: string
  readonly description: string
  readonly headers: readonly Header[]
  readonly content: readonly MediaType[]
  readonly assumed: boolean
  /** `key`: that there is this status is guessed. */
  readonly marks?: Marks
  readonly node: JsonObject
  readonly pointer: Pointer
}

/** A part of an operation that could not be read, because a `$ref` on the way leads nowhere or was not followed. */
export interface UnreadPart {
  /** The key of the operation; `* /path` where a whole path item could not be read. */
  readonly operation: OperationKey
  /** Tokens below the operation, or below its path item, to what could not be read or what leads there. */
  readonly within: readonly string[]
  /** Behind a schema: the part is there, only what it allows is not known. */
  readonly inSchema: boolean
}

/** One alternative of an effective `security` list: scheme name → scopes; `{}` allows anonymous calls. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** An operation with everything it inherits merged in. */
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
  /** What the servers put before the path: `/v1`, and `/{tenant}` where a variable may have any value. */
  readonly basePaths: readonly string[]
  /**
   * Requests the API sends back: `path` is `<callback name> <runtime expression>`, the roles are swapped, and swapped
   * back in the callbacks of a callback, which are read until one contains itself.
   */
  readonly callbacks: readonly Operation[]
  /** Its path item as written, then what a `$ref` there leads to: of what both hold, the first counts. */
  readonly pathItem: readonly Located<JsonObject>[]
  readonly pointer: Pointer
  readonly node: JsonObject
}

/** A document with its operations: what diff and drift work on. */
export interface Description {
  readonly document: Document
  readonly operations: readonly Operation[]
  /** `path` is the webhook's name; the roles are swapped: the API sends the request. */
  readonly webhooks: readonly Operation[]
}
