import { dialects } from '../../../model/dialect.ts'
import type { Use } from '../../../model/diff/change.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { Response } from '../../../model/operation.ts'
import { equalJson, ownEntries } from '../../../util/json.ts'
import { joinPointer } from '../../../util/pointer.ts'
import { isSuccess } from '../../wording.ts'
import { type CompareContext, type OperationPair, useOf } from '../context.ts'
import { keyOf, pairUp } from '../pair-up.ts'
import { compareTexts, resolved, textsNamed } from '../texts.ts'
import { compareContent } from './content.ts'
import { compareHeaders } from './headers.ts'

const responseTexts = textsNamed('summary', 'description')

/** Compares an unlisted status with the range or `default` that covers it on the other side (OpenAPI 3.1 §4.8.16). */
export function compareResponses(context: CompareContext, pair: OperationPair): void {
  const [before, after] = [pair.before.responses, pair.after.responses]
  const { pairs, removed, added } = pairUp(
    before,
    after,
    keyOf(({ status }) => status),
  )
  for (const [was, is] of pairs) if (!isAlike(context, was, is)) compareResponse(context, pair, was, is)
  for (const was of removed) {
    const is = covering(after, was)
    const inside = after.filter((one) => covering(before, one) === was)
    if (is !== undefined) compareResponse(context, pair, was, is, was.status)
    // Removed statuses covered by a range are compared with it below.
    else emitStatuses(context, pair, { before: [was], after: inside, effect: 'narrowed' })
  }
  for (const is of added) {
    const was = covering(before, is)
    const inside = removed.filter((one) => covering(after, one) === is)
    if (was === undefined) emitStatuses(context, pair, { before: inside, after: [is], effect: 'widened' })
    else compareResponse(context, pair, was, is)
  }
}

/** Returns whether the text is equal. Swagger 2.0 responses also depend on their operation. */
function isAlike({ base, sameText }: CompareContext, was: Response, is: Response): boolean {
  return !dialects[base.dialect].isSwagger && sameText(was.node, is.node)
}

/** Returns the response covering an unlisted status: its range, or else `default`, which also covers ranges. */
function covering(responses: readonly Response[], { status }: Response): Response | undefined {
  if (status === 'default') return undefined
  const range = `${status[0]}XX`
  return responses.find((one) => one.status === range && status !== range) ?? defaultFor(responses, status)
}

/** By convention, `default` next to a listed success describes errors only. */
function defaultFor(responses: readonly Response[], status: string): Response | undefined {
  if (isSuccess(status) && responses.some((one) => isSuccess(one.status))) return undefined
  return responses.find((one) => one.status === 'default')
}

/** An added or removed status or range, with the statuses it covers on the other side. */
interface StatusEdit {
  readonly before: readonly Response[]
  readonly after: readonly Response[]
  readonly effect: 'narrowed' | 'widened'
}

function emitStatuses({ collector }: CompareContext, pair: OperationPair, { before, after, effect }: StatusEdit): void {
  const names = (responses: readonly Response[]) => responses.map(({ status }) => status).join(', ') || undefined
  const [was, is] = [before[0]?.pointer, after[0]?.pointer]
  const site = {
    base: was ?? pair.before.pointer,
    revision: effect === 'narrowed' ? pair.after.pointer : (is ?? pair.after.pointer),
    location: (after.length === 0 ? pair.before : pair.after).pointer,
  }
  const part = (effect === 'narrowed' ? before : after)[0]?.status ?? ''
  const change = { kind: 'response', before: names(before), after: names(after), effect } as const
  collector.add({ ...change, site }, [useOf(pair, 'response', part)])
}

function compareResponse(
  context: CompareContext,
  pair: OperationPair,
  was: Response,
  is: Response,
  status = is.status,
): void {
  const use = useOf(pair, 'response', status)
  if (was.status === is.status) {
    compareTexts(context, { base: was.pointer, revision: is.pointer }, responseTexts, [use])
    compareLinks(context, was, is, use)
  }
  compareHeaders(context, pair, was, is, status)
  compareContent(context, was.content, is.content, { base: was.pointer, revision: is.pointer, use })
}

/** Compares links with references resolved, ignoring their descriptions. */
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
