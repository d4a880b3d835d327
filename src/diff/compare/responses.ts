import type { Header, Response } from '../../model/operation.ts'
import { joinPointer } from '../../util/pointer.ts'
import { compareContent } from './content.ts'
import { type CompareContext, type OperationPair, pairUp, useOf } from './context.ts'

/** Responses by status (or range), their headers and content. */
export function compareResponses(context: CompareContext, pair: OperationPair): void {
  for (const [was, is] of pairUp(pair.before.responses, pair.after.responses, (response) => response.status)) {
    if (was !== undefined && is !== undefined) compareResponse(context, pair, was, is)
    else emitPresence(context, pair, was, is)
  }
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

function compareResponse(context: CompareContext, pair: OperationPair, was: Response, is: Response): void {
  const use = useOf(pair, 'response', is.status)
  if (was.description !== is.description) {
    const text = (description: string) => (description ? { description } : undefined)
    const site = {
      base: joinPointer(was.pointer, 'description'),
      revision: joinPointer(is.pointer, 'description'),
      place: is.pointer,
    }
    const [before, after] = [text(was.description), text(is.description)]
    context.collector.add({ kind: 'documentation', before, after, effect: 'none', site }, [use])
  }
  compareHeaders(context, pair, was, is)
  compareContent(context, was.content, is.content, { base: was.pointer, revision: is.pointer, use })
}

function compareHeaders(context: CompareContext, pair: OperationPair, before: Response, after: Response): void {
  const facts = ({ name, required }: Header) => ({ name, required })
  for (const [was, is] of pairUp(before.headers, after.headers, (header) => header.name.toLowerCase())) {
    const header = is ?? was
    if (header === undefined) continue
    const use = useOf(pair, 'response', `${after.status} header ${header.name}`)
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
