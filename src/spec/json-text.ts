import { visit } from 'jsonc-parser'
import type { Pointer } from '../model/json.ts'
import { joinPointer } from '../util/pointer.ts'

/** The offset just after the JSON string opened at an offset; the text's length when nothing closes it. */
function skipString(text: string, open: number): number {
  let end = text.indexOf('"', open + 1)
  while (end !== -1) {
    let slash = end
    while (text.charCodeAt(slash - 1) === 92) slash--
    if ((end - slash) % 2 === 0) return end + 1
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

/** What a first pass over JSON text shows: `tooDeep`, or the keys that stand twice near the root. */
export interface Outline {
  /** Whatever walks a description recurses. */
  readonly tooDeep: boolean
  /** Within the outer levels: deeper ones cost a pass of their own, `repeatedKeys`. */
  readonly repeated: readonly Pointer[]
}

/** Root, `paths` or `components`, one path or the names of a kind of component. */
const outerLevels = 3

interface Level {
  /** Keys so far; undefined in an array. */
  readonly keys: Set<string> | undefined
  key: string
}

/** Looks over JSON text without parsing it. */
export function outlineOf(text: string, maxDepth: number): Outline {
  const levels: Level[] = []
  const repeated: Pointer[] = []
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const open = at
      at = skipString(text, at) - 1
      if (depth <= outerLevels) noteKey(text, open, at + 1)
    } else if (code === 123 || code === 91) {
      if (++depth > maxDepth) return { tooDeep: true, repeated }
      if (depth <= outerLevels) levels.push({ keys: code === 123 ? new Set() : undefined, key: '' })
    } else if (code === 125 || code === 93) {
      if (depth-- <= outerLevels) levels.pop()
    }
  }
  return { tooDeep: false, repeated }

  function noteKey(source: string, open: number, end: number): void {
    const level = levels.at(-1)
    if (level?.keys === undefined || levels.some(({ keys }) => keys === undefined)) return
    if (!/^\s*:/.test(source.slice(end, end + 100))) return
    level.key = source.slice(open + 1, end - 1)
    if (level.keys.has(level.key)) repeated.push(joinPointer('', ...levels.map(({ key }) => key)))
    level.keys.add(level.key)
  }
}

/** Pointers of the properties that an object of valid JSON text names again. */
export function repeatedKeys(text: string): readonly Pointer[] {
  const found: Pointer[] = []
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectEnd: () => {
      open.pop()
    },
    onObjectProperty: (name, _offset, _length, _line, _character, pathSupplier) => {
      const names = open.at(-1)
      if (names?.has(name)) found.push(joinPointer('', ...pathSupplier(), name))
      names?.add(name)
    },
  })
  return found
}
