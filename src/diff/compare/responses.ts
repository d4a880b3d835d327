import type { Response } from '../../model/operation.ts'
import { equalJson, own } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { compareContent } from './content.ts'
import { type CompareContext, type OperationPair, useOf } from './context.ts'
import { compareHeaders } from './headers.ts'
import { keyOf, pairUp } from './pair-up.ts'

/**
 * Responses by status, their headers and content. A status that only one side names may be covered on the other by
 * its range or by `default` (OpenAPI 3.1 §4.8.16): it was answered all along and is held to what covered it.
 */
export function compareResponses(context: CompareContext, pair: OperationPair): void {
  const [before, after] = [pair.before.responses, pair.after.responses]
  const { pairs, removed, added } = pairUp(
    before,
    after,
    keyOf(({ status }) => status),
  )
  for (const [was, is] of pairs) compareResponse(context, pair, was, is)
  for (const was of removed) {
    const is = covering(after, was)
    if (is !== undefined) compareResponse(context, pair, was, is, was.status)
    // A range that gives way to statuses inside it only says more: those are held to it below.
    else if (!added.some((inside) => covering([was], inside) !== undefined)) emitPresence(context, pair, was, undefined)
  }
  for (const is of added) {
    const was = covering(before, is)
    if (was === undefined) emitPresence(context, pair, undefined, is)
    else compareResponse(context, pair, was, is)
  }
}

/** What answers a status that is not named: its range, then `default`. A range itself is covered by `default`. */
function covering(responses: readonly Response[], response: Response): Response | undefined {
  if (response.status === 'default') return undefined
  const range = `${response.status[0]}XX`
  return (
    responses.find(({ status }) => status === range && status !== response.status) ??
    responses.find(({ status }) => status === 'default')
  )
}

function emitPresence(
  { collector }: CompareContext,
  pair: OperationPair,
  was: Response | undefined,
  is: Response | undefined,
): void {
  const response = is ?? was
  if (response === undefined) return
  const site = {
    base: was?.pointer ?? pair.before.pointer,
    revision: is?.pointer ?? pair.after.pointer,
    place: (is ? pair.after : pair.before).pointer,
  }
  const effect = is === undefined ? 'narrowed' : 'widened'
  const use = useOf(pair, 'response', response.status)
  collector.add({ kind: 'response', before: was?.status, after: is?.status, effect, site }, [use])
}

function compareResponse(
  context: CompareContext,
  pair: OperationPair,
  was: Response,
  is: Response,
  status = is.status,
): void {
  const use = useOf(pair, 'response', status)
  if (was.status === is.status && was.description !== is.description) {
    const text = (description: string) => (description ? { description } : undefined)
    const site = {
      base: joinPointer(was.pointer, 'description'),
      revision: joinPointer(is.pointer, 'description'),
      place: is.pointer,
    }
    const [before, after] = [text(was.description), text(is.description)]
    context.collector.add({ kind: 'documentation', before, after, effect: 'none', site }, [use])
  }
  const [links, linksNow] = [own(context.base.at(was.pointer), 'links'), own(context.revision.at(is.pointer), 'links')]
  if (was.status === is.status && !equalJson(links, linksNow)) {
    const site = {
      base: joinPointer(was.pointer, 'links'),
      revision: joinPointer(is.pointer, 'links'),
      place: is.pointer,
    }
    context.collector.add({ kind: 'links', before: links, after: linksNow, effect: 'none', site }, [use])
  }
  compareHeaders(context, pair, was, is, status)
  compareContent(context, was.content, is.content, { base: was.pointer, revision: is.pointer, use })
}
