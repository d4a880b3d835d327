import type { Use } from '../../model/change.ts'
import type { Pointer } from '../../model/json.ts'
import type { MediaType } from '../../model/operation.ts'
import { equalJson, own } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { Collector } from './collect.ts'
import { type CompareContext, pairUp } from './context.ts'

/** Where a `content` map stands and who uses it; `part` of the use is completed with the media type. */
export interface ContentPlace {
  readonly base: Pointer
  readonly revision: Pointer
  readonly use: Use
}

/** Media types by name, case and parameters aside (RFC 9110 §8.3.1), and their schemas. */
export function compareContent(
  { collector, schemas }: CompareContext,
  before: readonly MediaType[],
  after: readonly MediaType[],
  place: ContentPlace,
): void {
  for (const [was, is] of pairUp(before, after, mediaTypeName)) {
    const use = { ...place.use, part: `${place.use.part} ${(is ?? was)?.type ?? ''}`.trim() }
    const [old, now] = [was ?? rangeOver(before, is), is ?? rangeOver(after, was)]
    if (old !== undefined && now !== undefined) {
      schemas.root(old.schema, now.schema, use)
      compareEncoding(collector, old, now, use)
      continue
    }
    // A response may name one type of the range it promised: that is still within the range.
    if (was !== undefined && use.direction === 'response' && after.some((type) => rangeOver([was], type))) continue
    const site = {
      base: was?.pointer ?? place.base,
      revision: is?.pointer ?? place.revision,
      place: (is ?? was)?.pointer ?? joinPointer(place.revision, 'content'),
    }
    const effect = is === undefined ? 'narrowed' : 'widened'
    collector.add({ kind: 'media-type', before: was?.type, after: is?.type, effect, site }, [use])
  }
}

function compareEncoding(collector: Collector, was: MediaType, is: MediaType, use: Use): void {
  const [before, after] = [own(was.node, 'encoding'), own(is.node, 'encoding')]
  if (equalJson(before, after)) return
  const site = {
    base: joinPointer(was.pointer, 'encoding'),
    revision: joinPointer(is.pointer, 'encoding'),
    place: is.pointer,
  }
  collector.add({ kind: 'encoding', before, after, effect: 'incomparable', site }, [use])
}

/** The media type range (RFC 9110 §12.5.1) among the candidates that includes a media type. */
function rangeOver(candidates: readonly MediaType[], type: MediaType | undefined): MediaType | undefined {
  if (type === undefined) return undefined
  const name = mediaTypeName(type)
  const ranges = [`${name.split('/')[0]}/*`, '*/*']
  return candidates.find((candidate) => mediaTypeName(candidate) !== name && ranges.includes(mediaTypeName(candidate)))
}

function mediaTypeName({ type }: MediaType): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}
