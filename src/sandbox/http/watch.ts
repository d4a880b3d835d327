import type { Env, MiddlewareHandler } from 'hono'

export interface TextResponse {
  readonly status: number
  readonly body: string
}

export interface Exchange {
  /** Absent if no operation of the build matches. */
  readonly operation?: string
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string
  /** The response before drifts; absent for a rejection. */
  readonly meant?: TextResponse
  /** The sent response; empty if a drift cut it off. */
  readonly sent: TextResponse
}

/** Called with every exchange before its response is sent. */
export type Watcher = (exchange: Exchange) => void

/** Data that the service records about a request. */
export interface WatchedEnv extends Env {
  Variables: { operation?: string; received?: string; meant?: Response }
}

export function watched(watcher: Watcher): MiddlewareHandler<WatchedEnv> {
  return async (context, next) => {
    await next()
    const [operation, meant] = [context.get('operation'), context.get('meant')]
    const { pathname, search } = new URL(context.req.url)
    watcher({
      ...(operation !== undefined && { operation }),
      method: context.req.method,
      target: `${pathname}${search}`,
      // Empty if the request was rejected before its body was read.
      body: context.get('received') ?? '',
      ...(meant !== undefined && { meant: await read(meant) }),
      sent: await read(context.res.clone()),
    })
  }
}

async function read(response: Response): Promise<TextResponse> {
  return { status: response.status, body: await response.text() }
}
