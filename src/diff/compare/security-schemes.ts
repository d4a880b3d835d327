import type { Document } from '../../model/document.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import { equalJson, isObject, own } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { CompareContext } from './context.ts'

/** How a scheme used on both sides is carried out: type, scheme, name, in, flows, openIdConnectUrl. */
export function compareSecuritySchemes({ collector }: CompareContext, base: Description, revision: Description): void {
  for (const name of usedSchemes(revision)) {
    const [was, is] = [schemeOf(base.document, name), schemeOf(revision.document, name)]
    if (was === undefined || is === undefined || equalJson(essence(was), essence(is))) continue
    const uses = revision.operations
      .filter((operation) => operation.security.some((alternative) => Object.hasOwn(alternative, name)))
      .map((operation) => ({ operation: operation.key, direction: 'none', part: '' }) as const)
    const place = schemePointer(revision.document, name)
    collector.add(
      {
        kind: 'security.scheme',
        before: essence(was),
        after: essence(is),
        effect: 'incomparable',
        site: { base: schemePointer(base.document, name), revision: place, place },
      },
      uses,
    )
  }
}

function usedSchemes({ operations }: Description): Set<string> {
  return new Set(operations.flatMap(({ security }) => security.flatMap((alternative) => Object.keys(alternative))))
}

function schemePointer({ dialect }: Document, name: string): string {
  return dialect === '2.0'
    ? joinPointer('/securityDefinitions', name)
    : joinPointer('/components/securitySchemes', name)
}

function schemeOf(document: Document, name: string): JsonObject | undefined {
  const node = document.at(schemePointer(document, name))
  const ref = own(node, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref)?.node : node
  return isObject(target) ? target : undefined
}

/** What a client must know to use the scheme; Swagger 2.0's `basic` is 3.x's `http` with `scheme: basic`. */
function essence(scheme: JsonObject): JsonObject {
  if (own(scheme, 'type') === 'basic') return { type: 'http', scheme: 'basic' }
  const kept = ['type', 'scheme', 'name', 'in', 'flows', 'openIdConnectUrl', 'flow', 'tokenUrl', 'authorizationUrl']
  const entries = kept.flatMap((key) => {
    const value = own(scheme, key)
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}
