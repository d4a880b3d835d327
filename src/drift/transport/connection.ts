/** How long the parts of a call may take, in milliseconds. */
export interface Timeouts {
  /** Until the connection stands, TLS too. */
  readonly connectMs?: number
  /** From the request sent to the last header. */
  readonly headersMs?: number
  /** Between two pieces of the body. */
  readonly bodyMs?: number
  /** The whole call with its redirects, further attempts and the waits between them. 60,000 unless given. */
  readonly totalMs?: number
}

/** At most so many requests, on every host together. */
export interface RateLimit {
  readonly perSecond: number
  /** So many may go out at once after a pause; 1 unless given. */
  readonly burst?: number
  /** Glob over operation keys, `GET /reports/**`; every request unless given. */
  readonly operations?: string
}

/** How the other side proves who it is, and how we do. Everything in PEM. */
export interface Tls {
  /** Trusted besides the authorities Node knows. */
  readonly ca?: string
  /** Client certificate, with its chain. */
  readonly cert?: string
  readonly key?: string
  /** The name asked for and checked, where it is not the host of the URL. */
  readonly servername?: string
  /** Any certificate will do: whoever answers is believed. */
  readonly insecure?: boolean
}

/** How an API is called. Plain data: it travels to the worker that runs the suites. */
export interface Connection {
  /** For one attempt, from connecting to the last byte, in milliseconds. 10,000 unless given. */
  readonly timeoutMs?: number
  /** The first three are those of an attempt unless given. */
  readonly timeouts?: Timeouts
  /** Of a body, unpacked. 10 MiB unless given. */
  readonly maxBytes?: number
  readonly rateLimits?: readonly RateLimit[]
  /** Requests under way at the same time; 8 unless given. */
  readonly concurrency?: number
  /** URL of an HTTP proxy, which may carry credentials. */
  readonly proxy?: string
  readonly tls?: Tls
  /** Speak HTTP/2 to a server that offers it over TLS. */
  readonly http2?: boolean
}

/** What only tests put in the place of the network's. */
export interface TransportEnvironment {
  /** As `net` takes it; written out, as suites reach this type and their project may have no types of Node. */
  readonly lookup?: (hostname: string, options: object, done: LookedUp) => void
}

type LookedUp = (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void
