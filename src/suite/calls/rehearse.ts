import { setImmediate as nextTurn } from 'node:timers/promises'
import { isJsonType } from '../../drift/checking/media-type.ts'
import { isRead } from '../../drift/reach/settings.ts'
import { ToolError } from '../../model/errors.ts'
import type { Observation, SentRequest } from '../../model/observation.ts'
import type { Description, Operation } from '../../model/operation.ts'
import { sample } from '../../schema/sampling/sample.ts'
import type { SuiteContext } from '../api/context.ts'
import { sharedAuthorizer, sharedDescription } from '../running/session.ts'
import { lateCaptures } from './late-captures.ts'
import { type Performer, perform } from './perform.ts'

/** Compiles schemas before the first real response by checking generated ones. Sends no request and discards the verdicts. */
export async function rehearse(context: SuiteContext, isOver: () => boolean): Promise<void> {
  const description = await sharedDescription(context)
  for (const operation of description.operations.filter((one) => isRead(one, context))) {
    // Lets the thread process messages between operations.
    await nextTurn()
    if (isOver()) return
    await rehearseOne(context, description, operation)
  }
}

async function rehearseOne(context: SuiteContext, description: Description, operation: Operation): Promise<void> {
  const performer: Performer = {
    ...{ context, description, authorizer: sharedAuthorizer(context) },
    captures: lateCaptures(description, context.target.baseUrl),
    caller: { call: async (request) => generatedResponse(description, operation, request), close: async () => {} },
  }
  try {
    await perform(performer, operation, { auth: false }, 'rehearsal')
  } catch (error) {
    // A request that can't be planned is reported by the suite that calls the operation.
    if (!(error instanceof ToolError)) throw error
  }
}

function generatedResponse({ document }: Description, { responses }: Operation, request: SentRequest): Observation {
  const response = responses.find(({ status }) => status.startsWith('2'))
  const media = response?.content.find(({ type }) => isJsonType(type))
  const json = media?.schema && sample(document, media.schema, { direction: 'response', full: true })
  return {
    ...{ request, status: 200, milliseconds: 0, authenticated: false },
    headers: media === undefined ? {} : { 'content-type': media.type },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  }
}
