import { visit } from 'jsonc-parser'
import type { Pointer } from '../../model/json.ts'
import { joinPointer } from '../../util/pointer.ts'

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
