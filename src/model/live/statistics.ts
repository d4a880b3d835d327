import type { Json, Pointer } from '../json.ts'
import type { Operation } from '../operation.ts'

/** What a description allows at a location of a body; the same schemas are the same object. */
export interface Shape {
  /** Read on first use, once: recursive schemas never end otherwise. */
  read(): ShapeContent
}

/** What a shape holds. */
export interface ShapeContent {
  readonly properties: ReadonlyMap<string, ShapeProperty>
  /** Of the items of a list. */
  readonly items?: Shape
  /** Of the values of a map. */
  readonly additional?: Shape
  /** The values of an enumeration as canonical JSON, null left out. */
  readonly values: readonly string[]
  /** Null is named as a value. */
  readonly nullable: boolean
  /** A string without further constraints. */
  readonly isText: boolean
}

/** A property of a shape. */
export interface ShapeProperty {
  readonly shape: Shape
  readonly required: boolean
}

/** What was counted at one location of a body; parts that are zero are left out. */
export interface LocationCounts {
  /** Values seen, null among them. */
  readonly seen: number
  /** Values that were objects: how often a property below could have been there. */
  readonly objects?: number
  readonly nulls?: number
  /** Strings that are a date or a date-time (RFC 3339). */
  readonly dates?: number
  /** Strings that are a number. */
  readonly numbers?: number
  /** Values of the documented enumeration, as canonical JSON; others are never kept. */
  readonly values?: Readonly<Record<string, number>>
}

/** What was counted in the bodies of one media type of one response. */
export interface BodyCounts {
  /** Distinct entities by their location: a sketch of the hashes of their ids. */
  readonly entities: Readonly<Record<Pointer, string>>
  /** By location: pointers with array indexes and keys of maps as `*`. */
  readonly locations: Readonly<Record<Pointer, LocationCounts>>
}

/** What was counted of one operation, in the terms of the description; undocumented parts are left out. */
export interface OperationCounts {
  /** Calls that received a response. */
  readonly calls: number
  /** Calls by the parameter they sent: `query page`. */
  readonly parameters: Readonly<Record<string, number>>
  /** Responses by documented status: `200`, `4XX`. */
  readonly responses: Readonly<Record<string, number>>
  /** Responses by documented header: `200 ETag`. */
  readonly headers: Readonly<Record<string, number>>
  /** Responses by documented media type: `200 application/json`. */
  readonly contentTypes: Readonly<Record<string, number>>
  /** By media type too. */
  readonly bodies: Readonly<Record<string, BodyCounts>>
}

/** What was counted in one run or several. It holds no value that the description does not name. */
export interface Statistics {
  readonly runs: number
  readonly operations: Readonly<Record<string, OperationCounts>>
}

/** A call with its response, as the counting needs it. */
export interface ObservedExchange {
  readonly operation: Operation
  /** Path and query as sent. */
  readonly path: string
  /** Of the request, lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** The documented response that applies. */
  readonly response?: Operation['responses'][number]
  /** The documented media type that applies. */
  readonly mediaType?: Operation['responses'][number]['content'][number]
  /** Of the response, lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly json?: Json
}
