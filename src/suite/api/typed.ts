import type { Json } from '../../model/json.ts'
import type { ApiResponse, Captured, Contract } from './contract-types.ts'
import type { StatusRange } from './expectation.ts'
import type { CallOptions, SendOptions } from './options.ts'

/** One operation as `specdrift types` writes it: parameters by name, and bodies by status. */
export interface OperationTypes {
  readonly path?: object
  readonly query?: object
  readonly headers?: object
  readonly cookies?: object
  readonly body?: unknown
  readonly responses: object
}

/** Operations by their key, `GET /loans/{id}`. */
export type OperationMap<O> = { readonly [K in keyof O]: OperationTypes }

/**
 * Operations whose responses are assumed to hold all that is described: for a description that calls few properties
 * required. A response without one shows where the test uses it.
 */
export type CompleteResponses<O extends OperationMap<O>> = {
  readonly [K in keyof O]: Omit<O[K], 'responses'> & { readonly responses: Complete<O[K]['responses']> }
}

type Complete<T> = T extends readonly unknown[] | object ? { readonly [K in keyof T]-?: Complete<T[K]> } : T

/** The range of a status: `4XX` of 404. */
type RangeOf<S> = S extends number ? (`${S}` extends `${infer D}${number}` ? `${D}XX` : never) : S & StatusRange

/** Statuses that may be expected: those described, their ranges, and any number where a range or default is described. */
type OneStatus<R> = (keyof R & number) | RangeOf<keyof R> | (keyof R extends number ? never : number | StatusRange)

/** What a call of an operation with the responses `R` can be expected to have. */
export type ExpectationOf<R> = OneStatus<R> | readonly OneStatus<R>[] | 'documented'

/** Expectations of a refusal: what is sent then may break the contract. */
type Refused<E> = E extends number
  ? `${E}` extends `4${string}` | `5${string}`
    ? true
    : false
  : E extends readonly (infer S)[]
    ? Refused<S>
    : E extends '4XX' | '5XX'
      ? true
      : false

type BodyByNumber<R, S extends number> = S extends keyof R
  ? R[S]
  : RangeOf<S> extends keyof R
    ? R[RangeOf<S>]
    : 'default' extends keyof R
      ? R['default']
      : unknown

type BodyByRange<R, S> = { [K in keyof R]: K extends 'default' ? R[K] : RangeOf<K> extends S ? R[K] : never }[keyof R]

/** The body of the responses that an expectation allows; any documented success for none. */
type BodyOf<R, E> = E extends number
  ? BodyByNumber<R, E>
  : E extends StatusRange
    ? BodyByRange<R, E>
    : E extends readonly (infer S)[]
      ? BodyOf<R, S>
      : E extends undefined
        ? BodyByRange<R, '2XX'>
        : R[keyof R]

type LazyValues<P> = { readonly [K in keyof P]?: P[K] | (() => P[K]) | undefined }
type Loose<P> = { readonly [K in keyof P]?: Json | (() => Json) | undefined }
type Part<O, N extends string, P> = O extends { readonly [K in N]: unknown } ? P : never

/** What is sent as the contract has it; headers beside those described may be anything. */
interface Conforming<O extends OperationTypes> {
  readonly path?: Part<O, 'path', LazyValues<O['path']>>
  readonly query?: Part<O, 'query', LazyValues<O['query']>>
  readonly headers?: LazyValues<O['headers']> & SendOptions['headers']
  readonly cookies?: Part<O, 'cookies', LazyValues<O['cookies']>>
  readonly body?: Part<O, 'body', O['body'] | (() => O['body'])>
}

/** What is sent to be refused: the names in the path have to be right, or nothing could be sent. */
interface Probing<O extends OperationTypes> extends Pick<SendOptions, 'query' | 'headers' | 'cookies' | 'body'> {
  readonly path?: Part<O, 'path', Loose<O['path']>>
}

type Rest<Options, E> = Omit<Options, 'path' | 'query' | 'headers' | 'cookies' | 'body' | 'expect'> & {
  readonly expect?: E | ((status: number) => boolean)
}

type TypedOptions<O extends OperationTypes, E, Options> = Rest<Options, E> &
  (true extends Refused<E> ? Probing<O> : Conforming<O>)

/** A `Contract` that knows its operations: `contract<Operations>({ api })`, with the file of `specdrift types`. */
export interface TypedContract<O extends OperationMap<O>> extends Pick<Contract, 'cleanup' | 'clock' | 'remaining'> {
  /** As `Contract.has`. */
  has<K extends keyof O & string>(operation: K, request?: Probing<O[K]>): boolean
  /** As `Contract.call`. */
  call<K extends keyof O & string, const E extends ExpectationOf<O[K]['responses']> | undefined = undefined>(
    operation: K,
    options?: TypedOptions<O[K], E, CallOptions>,
  ): void
  /** As `Contract.send`; the body is that of the statuses expected. */
  send<K extends keyof O & string, const E extends ExpectationOf<O[K]['responses']> | undefined = undefined>(
    operation: K,
    options?: TypedOptions<O[K], E, SendOptions>,
  ): Promise<ApiResponse<BodyOf<O[K]['responses'], E>>>
  /** As `Contract.capture`. */
  capture<V, K extends keyof O & string, const E extends ExpectationOf<O[K]['responses']> | undefined = undefined>(
    operation: K,
    options: TypedOptions<O[K], E, CallOptions>,
    pick: (response: ApiResponse<BodyOf<O[K]['responses'], E>>) => V,
  ): Captured<V>
}
