import type { Json, Pointer } from '../json.ts'
import type { Operation } from '../operation.ts'

/** Documented structure at a location of a body. Equal schemas share the same object. */
export interface Shape {
  /** Reads the content once, on first use, because schemas may be recursive. */
  read(): ShapeContent
}

export interface ShapeContent {
  readonly properties: ReadonlyMap<string, ShapeProperty>
  readonly items?: Shape
  readonly additional?: Shape
  /** Enum values as canonical JSON, without null. */
  readonly values: readonly string[]
  readonly nullable: boolean
  /** True for a string without further constraints. */
  readonly isText: boolean
}

export interface ShapeProperty {
  readonly shape: Shape
  readonly required: boolean
}

/** Counts at one location of a body. Zeros are omitted. */
export interface LocationCounts {
  /** Number of values, including null. */
  readonly seen: number
  /** Number of objects, i.e. how often a property below could have been present. */
  readonly objects?: number
  readonly nulls?: number
  /** Number of strings with an RFC 3339 date or date-time. */
  readonly dates?: number
  /** Number of numeric strings. */
  readonly numbers?: number
  /** Counts of documented enum values, as canonical JSON. Other values are never stored. */
  readonly values?: Readonly<Record<string, number>>
}

/** Counts for the bodies of one media type of a response. */
export interface BodyCounts {
  /** Distinct entities by location, as a sketch of hashed ids. */
  readonly entities: Readonly<Record<Pointer, string>>
  /** Counts by pointer, with `*` for array indexes and map keys. */
  readonly locations: Readonly<Record<Pointer, LocationCounts>>
}

/** Counts for one operation. Undocumented parts are omitted. */
export interface OperationCounts {
  /** Calls that received a response. */
  readonly calls: number
  /** Calls by parameter sent: `query page`. */
  readonly parameters: Readonly<Record<string, number>>
  /** Responses by documented status: `200`, `4XX`. */
  readonly responses: Readonly<Record<string, number>>
  /** Responses by documented header: `200 ETag`. */
  readonly headers: Readonly<Record<string, number>>
  /** Responses by documented media type: `200 application/json`. */
  readonly contentTypes: Readonly<Record<string, number>>
  /** Body counts by documented media type. */
  readonly bodies: Readonly<Record<string, BodyCounts>>
}

/** Counts of one or more runs. Contains no values except documented ones. */
export interface Statistics {
  readonly runs: number
  readonly operations: Readonly<Record<string, OperationCounts>>
}

/** A call with its response, as input for statistics. */
export interface ObservedExchange {
  readonly operation: Operation
  readonly path: string
  /** Lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly response?: Operation['responses'][number]
  readonly mediaType?: Operation['responses'][number]['content'][number]
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly json?: Json
}
