/** Time limits for the phases of a call, in milliseconds. */
export interface Timeouts {
  /** Connecting, including TLS. */
  readonly connectMs?: number
  /** From sending the request to the last response header. */
  readonly headersMs?: number
  /** Between two chunks of the body. */
  readonly bodyMs?: number
  /** The whole call, including redirects, retries and waits. Default: 60,000. */
  readonly totalMs?: number
}

/** Maximum request rate over all hosts. */
export interface RateLimit {
  readonly perSecond: number
  /** Maximum number of requests in a burst after a pause. Default: 1. */
  readonly burst?: number
  /** Glob that selects operation keys, for example `GET /reports/**`. Default: all requests. */
  readonly operations?: string
}

/** TLS settings; certificates and keys in PEM. */
export interface Tls {
  /** Trusted in addition to Node's root certificates. */
  readonly ca?: string
  /** Client certificate, with its chain. */
  readonly cert?: string
  readonly key?: string
  /** Server name for SNI and verification, if it differs from the host in the URL. */
  readonly servername?: string
  /** Accepts any certificate. */
  readonly insecure?: boolean
}

/** Connection settings of an API. Must be serialisable, because they are sent to the worker that runs the suites. */
export interface Connection {
  /** Time limit of one attempt, from connecting to the last byte, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** Time limits per phase; the first three apply to each attempt. Default: `timeoutMs`. */
  readonly timeouts?: Timeouts
  /** Maximum size of a decoded body. Default: 10 MiB. */
  readonly maxBytes?: number
  readonly rateLimits?: readonly RateLimit[]
  /** Maximum number of concurrent requests. Default: 8. */
  readonly concurrency?: number
  /** URL of an HTTP proxy, optionally with credentials. */
  readonly proxy?: string
  readonly tls?: Tls
  /** Uses HTTP/2 if the server offers it over TLS. */
  readonly http2?: boolean
}

/** Replaced only by tests. */
export interface TransportEnvironment {
  /** Replaces `net`'s lookup. Declared without Node's types, because suites import this type and may not have them. */
  readonly lookup?: (hostname: string, options: object, done: LookedUp) => void
}

type LookedUp = (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void
