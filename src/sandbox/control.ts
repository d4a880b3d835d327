import { Hono } from 'hono'
import { driftKinds, isApplicable } from './drift/index.ts'
import { readText } from './http/body.ts'
import { Fields, parseObject } from './http/fields.ts'
import { Refusal } from './http/refusal.ts'
import { SandboxUsageError } from './usage-error.ts'

export interface Controls {
  readonly operations: readonly string[]
  readonly drifts: { readonly list: () => readonly string[]; readonly set: (texts: readonly string[]) => void }
  readonly now: () => Date
  /** Moves time forward by an ISO 8601 duration; resolves when everything due has happened. */
  readonly advance: (duration: string) => Promise<Date>
  /** Resets state and time. Throws SandboxUsageError if there is a journal. */
  readonly restart: () => Promise<void>
}

/** Control endpoint on a separate port: `/drift`, `/clock`, `/state`. Non-JSON bodies get 415, which blocks other origins. */
export function createControl({ operations, drifts, now, advance, restart }: Controls): Hono {
  const app = new Hono()
  const switched = () => Response.json({ drifts: drifts.list() })
  app.get('/drift', () => Response.json({ drifts: drifts.list(), kinds: kindsOf(operations) }))
  app.put('/drift', async ({ req }) => {
    drifts.set(readTexts(parseObject(await readText(req.raw))))
    return switched()
  })
  app.post('/drift', async ({ req }) => {
    const drift = new Fields(parseObject(await readText(req.raw))).text('drift', 1)
    // Read after awaiting the body, because concurrent requests may have changed the list.
    drifts.set([...drifts.list(), drift])
    return switched()
  })
  app.delete('/drift', () => {
    drifts.set([])
    return switched()
  })
  app.get('/clock', () => Response.json({ now: now().toISOString() }))
  app.post('/clock', async ({ req }) => {
    const moved = await advance(new Fields(parseObject(await readText(req.raw))).text('advance', 1))
    return Response.json({ now: moved.toISOString() })
  })
  app.delete('/state', async () => {
    await restart()
    return Response.json({ now: now().toISOString() })
  })
  const offer = 'There are /drift (GET, PUT, POST, DELETE), /clock (GET, POST) and /state (DELETE).'
  app.notFound(() => Response.json({ message: offer }, { status: 404 }))
  app.onError((error) => {
    if (error instanceof Refusal) {
      const { message, status, headers } = error
      return Response.json({ message }, { status, headers })
    }
    if (error instanceof SandboxUsageError) return Response.json({ message: error.message }, { status: 400 })
    return Response.json({ message: 'The control failed; please report this.' }, { status: 500 })
  })
  return app
}

function readTexts({ drifts }: Readonly<Record<string, unknown>>): readonly string[] {
  if (Array.isArray(drifts) && drifts.every((each) => typeof each === 'string')) return drifts
  throw new SandboxUsageError('drifts must be a list of texts of the form <kind>@<METHOD path>.')
}

function kindsOf(operations: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(driftKinds.map((kind) => [kind, operations.filter((each) => isApplicable(kind, each))]))
}
