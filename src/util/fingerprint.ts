import { hash } from 'node:crypto'
import type { Site } from '../model/finding.ts'
import type { Json, Pointer } from '../model/json.ts'
import { spelled } from './numbers/exact.ts'

export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/** Returns a finding's identity: 16 hex digits of rule, location and kind of violation. Excludes message, line, time, host and payload. */
export function fingerprint(ruleId: string, site: Site, key: Json): string {
  return sha256(JSON.stringify(['v1', ruleId, ...identityOf(site), spelled(key)])).slice(0, 16)
}

/** Returns the identifying part of a location: owner, direction, part and pointer. A component owner replaces operation and part. */
export function identityOf(site: Site): readonly string[] {
  const { component, componentPointer, status, operation = '', direction = '', part = '', pointer } = site
  if (status !== undefined) return [`status ${status}`, direction, '', '']
  if (component === undefined) return [operation, direction, part, pointer]
  if (componentPointer === undefined) return [component, direction, part, pointer]
  return [component, direction, '', withoutPositions(componentPointer)]
}

/** Replaces positions in lists of schemas, which shift with every edit. */
export function withoutPositions(pointer: Pointer): Pointer {
  return pointer.replace(/\/(allOf|anyOf|oneOf|prefixItems)\/\d+(?=\/|$)/g, '/$1/*')
}
