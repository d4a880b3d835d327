import type { Env, MiddlewareHandler } from 'hono'

/** A response, its body as text. */
export interface TextResponse {
  readonly status: number
  readonly body: string
}

/** One request and its response. */
export interface Exchange {
  /** Absent when no operation of the build matches the request. */
  readonly operation?: string
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string
  /** The response before any drift; absent for a refusal. */
  readonly meant?: TextResponse
  /** The response sent; empty when a drift has cut it off. */
  readonly sent: TextResponse
}

/** Called with every exchange before its response is sent. */
export type Watcher = (exchange: Exchange) => void

/** What the service records of a request for its watcher. */
export interface WatchedEnv extends Env {
  Variables: { operation?: string; received?: string; meant?: Response }
}

/** Passes every exchange to a watcher. */
export function watched(watcher: Watcher): MiddlewareHandler<WatchedEnv> {
  return async (context, next) => {
    await next()
    const [operation, meant] = [context.get('operation'), context.get('meant')]
    const { pathname, search } = new URL(context.req.url)
    watcher({
      ...(operation !== undefined && { operation }),
      method: context.req.method,
      target: `${pathname}${search}`,
      // The body of a request that was refused before it was read is empty.
      body: context.get('received') ?? '',
      ...(meant !== undefined && { meant: await read(meant) }),
      sent: await read(context.res.clone()),
    })
  }
}

async function read(response: Response): Promise<TextResponse> {
  return { status: response.status, body: await response.text() }
}
