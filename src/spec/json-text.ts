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

/** Whether JSON text nests deeper than a limit: whatever walks a description recurses. */
export function deeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) at = skipString(text, at) - 1
    else if (code === 123 || code === 91) {
      if (++depth > limit) return true
    } else if (code === 125 || code === 93) depth--
  }
  return false
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
