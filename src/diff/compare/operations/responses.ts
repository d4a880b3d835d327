import type { Use } from '../../../model/diff/change.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Response } from '../../../model/operation.ts'
import { equalJson, ownEntries } from '../../../util/json.ts'
import { joinPointer } from '../../../util/pointer.ts'
import { type CompareContext, markCompared, type OperationPair, useOf } from '../context.ts'
import { keyOf, pairUp } from '../pair-up.ts'
import { compareTexts, resolved, textsNamed } from '../texts.ts'
import { compareContent } from './content.ts'
import { compareHeaders } from './headers.ts'

const responseTexts = textsNamed('summary', 'description')

/**
 * Responses by status, their headers and content. A status that only one side names may be covered on the other by
 * its range or by `default` (OpenAPI 3.1 §4.8.16): it was documented before and is compared with what covered it.
 */
export function compareResponses(context: CompareContext, pair: OperationPair): void {
  const [before, after] = [pair.before.responses, pair.after.responses]
  const { pairs, removed, added } = pairUp(
    before,
    after,
    keyOf(({ status }) => status),
  )
  for (const [was, is] of pairs) {
    if (isAlike(context, was, is)) markCompared(context, was, is)
    else compareResponse(context, pair, was, is)
  }
  for (const was of removed) {
    const is = covering(after, was)
    const inside = after.filter((one) => covering([was], one) !== undefined)
    if (is !== undefined) compareResponse(context, pair, was, is, was.status)
    // A set of statuses of which some are left: the newly named ones are compared with it below.
    else if (inside.length > 0) emitNarrowed(context, pair, was, inside)
    else emitPresence(context, pair, was, undefined)
  }
  for (const is of added) {
    const was = covering(before, is)
    if (was === undefined) emitPresence(context, pair, undefined, is)
    else compareResponse(context, pair, was, is)
  }
}

/** Same text: nothing to compare. What a response of Swagger 2.0 holds depends on its operation. */
function isAlike({ base, sameText }: CompareContext, was: Response, is: Response): boolean {
  return base.dialect !== '2.0' && sameText(was.node, is.node)
}

/** The response for a status that is not named: its range, then `default`. A range itself is covered by `default`. */
function covering(responses: readonly Response[], response: Response): Response | undefined {
  if (response.status === 'default') return undefined
  const range = `${response.status[0]}XX`
  return (
    responses.find(({ status }) => status === range && status !== response.status) ??
    responses.find(({ status }) => status === 'default')
  )
}

/** `default` and ranges are sets of statuses (OpenAPI 3.1 §4.8.16): what is left of one. */
function emitNarrowed(
  { collector }: CompareContext,
  pair: OperationPair,
  was: Response,
  inside: readonly Response[],
): void {
  const site = { base: was.pointer, revision: pair.after.pointer, location: pair.after.pointer }
  const after = inside.map(({ status }) => status).join(', ')
  const use = useOf(pair, 'response', was.status)
  collector.add({ kind: 'response', before: was.status, after, effect: 'narrowed', site }, [use])
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
    location: (is ? pair.after : pair.before).pointer,
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
  markCompared(context, was, is)
  if (was.status === is.status) {
    compareTexts(context, { base: was.pointer, revision: is.pointer }, responseTexts, [use])
    compareLinks(context, was, is, use)
  }
  compareHeaders(context, pair, was, is, status)
  compareContent(context, was.content, is.content, { base: was.pointer, revision: is.pointer, use })
}

/** Links by what they lead to, those of `components` resolved; their descriptions are texts. */
function compareLinks({ base, revision, collector }: CompareContext, was: Response, is: Response, use: Use): void {
  const [links, linksNow] = [resolved(base, was.node, 'links'), resolved(revision, is.node, 'links')]
  if (equalJson(links, linksNow)) return
  const site = {
    base: joinPointer(was.pointer, 'links'),
    revision: joinPointer(is.pointer, 'links'),
    location: is.pointer,
  }
  if (!equalJson(withoutTexts(links), withoutTexts(linksNow))) {
    collector.add({ kind: 'links', before: links, after: linksNow, effect: 'none', site }, [use])
    return
  }
  const texts = (held: JsonObject | undefined) => (held === undefined ? undefined : { links: held })
  collector.add({ kind: 'documentation', before: texts(links), after: texts(linksNow), effect: 'none', site }, [use])
}

function withoutTexts(links: JsonObject = {}): JsonObject {
  return Object.fromEntries(
    Object.keys(links).map((name) => [
      name,
      Object.fromEntries(ownEntries(links, name).filter(([key]) => key !== 'description' && !key.startsWith('x-'))),
    ]),
  )
}
