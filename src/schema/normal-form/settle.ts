import type { Pointer } from '../../model/json.ts'
import { parentOf } from '../../util/pointer.ts'
import { matchesPattern } from '../sampling/scalar.ts'
import type { Merged } from './merged.ts'

/**
 * `unevaluatedProperties` applies to no name where `additionalProperties` of the same schema, or of one applied in its place, has
 * evaluated all of them (JSON Schema 2020-12 §11.3). A member of an `allOf` does not see its siblings.
 */
export function settleUnevaluated(merged: Merged): void {
  const isMoot = (pointer: Pointer): boolean => {
    const owner = parentOf(pointer)
    return merged.evaluated.some((at) => at === owner || at.startsWith(`${owner}/`) || !/\/allOf\/\d+$/.test(owner))
  }
  merged.closedBy ??= merged.unevaluated.find((pointer) => !isMoot(pointer))
  for (const held of merged.additional.filter(({ names, pointer }) => names === undefined && isMoot(pointer)))
    merged.additional.splice(merged.additional.indexOf(held), 1)
}

/** Names one part declares, or matches, are undeclared for another: its `additionalProperties` applies to them. */
export function closeSiblings(merged: Merged): void {
  for (const { parts, names, hasPatterns } of merged.additional) {
    if (names === undefined) continue
    for (const [pattern, held] of merged.patternProperties) {
      const isAlone = hasPatterns || [...names].some((name) => matchesPattern(pattern, name, true))
      if (!isAlone) merged.patternProperties.set(pattern, [...held, ...parts])
    }
    for (const [name, held] of merged.properties) if (!names.has(name)) merged.properties.set(name, [...held, ...parts])
  }
}
