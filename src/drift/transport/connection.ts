/** How long the parts of a call may take, in milliseconds. */
export interface Timeouts {
  /** Until the connection is established, including TLS. */
  readonly connectMs?: number
  /** From the request sent to the last header. */
  readonly headersMs?: number
  /** Between two pieces of the body. */
  readonly bodyMs?: number
  /** The whole call with its redirects, retries and the waits between them. Default: 60,000. */
  readonly totalMs?: number
}

/** At most so many requests, on every host together. */
export interface RateLimit {
  readonly perSecond: number
  /** Number of requests that may be sent at once after a pause. Default: 1. */
  readonly burst?: number
  /** Glob over operation keys, `GET /reports/**`. Default: every request. */
  readonly operations?: string
}

/** How the server and the client authenticate. Everything in PEM. */
export interface Tls {
  /** Trusted in addition to the authorities of Node. */
  readonly ca?: string
  /** Client certificate, with its chain. */
  readonly cert?: string
  readonly key?: string
  /** The server name requested and verified, when it is not the host of the URL. */
  readonly servername?: string
  /** Accepts any certificate. */
  readonly insecure?: boolean
}

/** How an API is called. Plain data: it travels to the worker that runs the suites. */
export interface Connection {
  /** For one attempt, from connecting to the last byte, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number
  /** The first three apply to an attempt. Default: `timeoutMs`. */
  readonly timeouts?: Timeouts
  /** Maximum size of a decoded body. Default: 10 MiB. */
  readonly maxBytes?: number
  readonly rateLimits?: readonly RateLimit[]
  /** Maximum of concurrent requests. Default: 8. */
  readonly concurrency?: number
  /** URL of an HTTP proxy, which may carry credentials. */
  readonly proxy?: string
  readonly tls?: Tls
  /** Speak HTTP/2 to a server that offers it over TLS. */
  readonly http2?: boolean
}

/** Replaced only by tests. */
export interface TransportEnvironment {
  /** As `net` takes it; written out, as suites reach this type and their project may have no types of Node. */
  readonly lookup?: (hostname: string, options: object, done: LookedUp) => void
}

type LookedUp = (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void
