import { createHash } from 'node:crypto'
import type { Site } from '../model/finding.ts'
import type { Json } from '../model/json.ts'
import { spelled } from '../numbers/exact.ts'

/** Hex sha256 of a text or bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * The identity of a finding over time: 16 hex digits over rule, location and kind of violation (DESIGN §4).
 * Never in it: message, line, file, clock, host, array index, observed payload.
 */
export function fingerprint(ruleId: string, site: Site, key: Json): string {
  const owner = site.component ?? site.operation ?? ''
  const parts = ['v1', ruleId, owner, site.direction ?? '', site.part ?? '', site.pointer, spelled(key)]
  return sha256(JSON.stringify(parts)).slice(0, 16)
}
