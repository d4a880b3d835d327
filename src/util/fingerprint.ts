import { hash } from 'node:crypto'
import type { Site } from '../model/finding.ts'
import type { Json, Pointer } from '../model/json.ts'
import { spelled } from '../numbers/exact.ts'

/** Hex sha256 of a text or bytes. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/**
 * The identity of a finding over time: 16 hex digits over rule, location and kind of violation (DESIGN §4).
 * Never in it: message, line, file, clock, host, array index, observed payload.
 */
export function fingerprint(ruleId: string, site: Site, key: Json): string {
  return sha256(JSON.stringify(['v1', ruleId, ...identityOf(site), spelled(key)])).slice(0, 16)
}

/** The part of a location that identifies a finding: owner, direction, part and pointer. What owns it names neither operation nor part. */
export function identityOf(site: Site): readonly string[] {
  const { component, componentPointer, status, operation = '', direction = '', part = '', pointer } = site
  if (status !== undefined) return [`status ${status}`, direction, '', '']
  if (component === undefined) return [operation, direction, part, pointer]
  if (componentPointer === undefined) return [component, direction, part, pointer]
  return [component, direction, '', withoutPositions(componentPointer)]
}

/** Positions in lists of schemas move with every edit. */
export function withoutPositions(pointer: Pointer): Pointer {
  return pointer.replace(/\/(allOf|anyOf|oneOf|prefixItems)\/\d+(?=\/|$)/g, '/$1/*')
}
