import type { Header, Response } from '../../model/operation.ts'
import { equalJson, own } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import { compareContent } from './content.ts'
import { type CompareContext, type OperationPair, pairUp, useOf } from './context.ts'

/**
 * Responses by status, their headers and content. A status that only one side names may be covered on the other by
 * its range or by `default` (OpenAPI 3.1 §4.8.16): it was answered all along and is held to what covered it.
 */
export function compareResponses(context: CompareContext, pair: OperationPair): void {
  for (const [was, is] of pairUp(pair.before.responses, pair.after.responses, (response) => response.status)) {
    const before = was ?? covering(pair.before.responses, is)
    const after = is ?? covering(pair.after.responses, was)
    if (before !== undefined && after !== undefined) compareResponse(context, pair, before, after, (is ?? was)?.status)
    else emitPresence(context, pair, was, is)
  }
}

/** What answers a status that is not named: its range, then `default`. A range itself is covered by `default`. */
function covering(responses: readonly Response[], response: Response | undefined): Response | undefined {
  if (response === undefined || response.status === 'default') return undefined
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

function compareHeaders(
  context: CompareContext,
  pair: OperationPair,
  before: Response,
  after: Response,
  status: string,
): void {
  const facts = ({ name, required }: Header) => ({ name, required })
  for (const [was, is] of pairUp(before.headers, after.headers, (header) => header.name.toLowerCase())) {
    const header = is ?? was
    if (header === undefined) continue
    const use = useOf(pair, 'response', `${status} header ${header.name}`)
    const site = { base: was?.pointer ?? before.pointer, revision: is?.pointer ?? after.pointer, place: header.pointer }
    if (was === undefined || is === undefined) {
      const effect = is === undefined && was?.required ? 'widened' : is?.required ? 'narrowed' : 'none'
      context.collector.add({ kind: 'header', before: was && facts(was), after: is && facts(is), effect, site }, [use])
      continue
    }
    if (was.required !== is.required) {
      const effect = is.required ? 'narrowed' : 'widened'
      const change = { kind: 'header.required', before: was.required, after: is.required, effect } as const
      context.collector.add({ ...change, site }, [use])
    }
    context.schemas.root(was.schema, is.schema, use)
  }
}
