import type { Env, MiddlewareHandler } from 'hono'

/** An answer, its body as text. */
export interface TextResponse {
  readonly status: number
  readonly body: string
}

/** One request and what became of it. */
export interface Exchange {
  /** Absent where no operation of the build answers to the request. */
  readonly operation?: string
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly body: string
  /** What was to be answered, before any drift; absent for a refusal. */
  readonly meant?: TextResponse
  /** What was answered; of an answer that a drift has cut off, nothing is known here. */
  readonly sent: TextResponse
}

/** Told of every exchange before its answer leaves. */
export type Watcher = (exchange: Exchange) => void

/** What the service notes of a request for its watcher. */
export interface WatchedEnv extends Env {
  Variables: { operation?: string; received?: string; meant?: Response }
}

/** Tells a watcher of every exchange. */
export function watched(watcher: Watcher): MiddlewareHandler<WatchedEnv> {
  return async (context, next) => {
    await next()
    const [operation, meant] = [context.get('operation'), context.get('meant')]
    const { pathname, search } = new URL(context.req.url)
    watcher({
      ...(operation !== undefined && { operation }),
      method: context.req.method,
      target: `${pathname}${search}`,
      // A body that nobody has read, for the request was refused before, says nothing.
      body: context.get('received') ?? '',
      ...(meant !== undefined && { meant: await read(meant) }),
      sent: await read(context.res.clone()),
    })
  }
}

async function read(answer: Response): Promise<TextResponse> {
  return { status: answer.status, body: await answer.text() }
}
