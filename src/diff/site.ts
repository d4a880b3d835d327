import type { Change, Use } from '../model/diff/change.ts'
import type { Direction, Site } from '../model/finding.ts'
import type { Pointer } from '../model/json.ts'
import { componentDepth, joinPointer, pointerTokens } from '../util/pointer.ts'

/**
 * The location of a change for a reader: its component with the pointer below it, or else the operation's
 * part with the pointer below that part's schema.
 */
export function siteOf(change: Change, use: Use | undefined, direction: Direction | undefined): Site {
  const tokens = pointerTokens(change.site.location)
  const depth = rootTexts.has(tokens[0] ?? '') ? 1 : componentDepth(tokens)
  const aim = {
    operation: use?.operation,
    direction,
    ...(use === undefined || use.part === '' ? {} : { part: use.part }),
  }
  if (depth > 0 && tokens.length >= depth) {
    const component = `#${joinPointer('', ...tokens.slice(0, depth))}`
    return { ...aim, component, pointer: joinPointer('', ...tokens.slice(depth)) }
  }
  return { ...aim, pointer: belowSchema(tokens) }
}

/** Texts of the description as a whole are in no operation. */
const rootTexts = new Set(['info', 'tags', 'externalDocs'])

/** `/paths/…/content/application~1json/schema/properties/a` → `/properties/a`. */
function belowSchema(tokens: readonly string[]): Pointer {
  const at = tokens.indexOf('schema')
  return at < 0 ? '' : joinPointer('', ...tokens.slice(at + 1))
}
