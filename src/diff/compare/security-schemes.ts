import { dialects } from '../../model/dialect.ts'
import type { Document } from '../../model/document.ts'
import type { Json, JsonObject } from '../../model/json.ts'
import type { Description } from '../../model/operation.ts'
import { equalJson, isObject, own, ownEntries, ownString } from '../../util/json.ts'
import { joinPointer } from '../../util/pointer.ts'
import type { CompareContext } from './context.ts'
import { compareTexts, type TextsOf } from './texts.ts'

/** Compares schemes used on both sides: type, scheme, name, in, flows, openIdConnectUrl. */
export function compareSecuritySchemes(context: CompareContext, base: Description, revision: Description): void {
  const { collector } = context
  for (const name of usedSchemes(revision)) {
    const [was, is] = [schemeOf(base.document, name), schemeOf(revision.document, name)]
    if (was === undefined || is === undefined) continue
    const uses = revision.operations
      .filter((operation) => operation.security.some((alternative) => Object.hasOwn(alternative, name)))
      .map((operation) => ({ operation: operation.key, direction: 'none', part: '' }) as const)
    const location = schemePointer(revision.document, name)
    const read: TextsOf = (document) => (document === base.document ? textsIn(was, is) : textsIn(is, was))
    compareTexts(context, { base: schemePointer(base.document, name), revision: location }, read, uses)
    if (equalJson(essence(was), essence(is))) continue
    collector.add(
      {
        kind: 'security.scheme',
        before: essence(was),
        after: essence(is),
        effect: offersAll(was, is) ? 'widened' : offersAll(is, was) ? 'narrowed' : 'incomparable',
        site: { base: schemePointer(base.document, name), revision: location, location },
      },
      uses,
    )
  }
}

/** Returns whether the other version has all flows of a scheme with the same URLs, so that clients keep working (OpenAPI 3.1 §4.8.28). */
function offersAll(scheme: JsonObject, other: JsonObject): boolean {
  const [required, offered] = [essence(scheme), essence(other)]
  if (required.type !== 'oauth2' || offered.type !== 'oauth2') return false
  const isKept = (address: Json | undefined, now: Json | undefined): boolean => address === '' || address === now
  return (
    isKept(required.metadata, offered.metadata) &&
    ownEntries(required, 'flows').every(([flow, node]) => {
      const now = own(own(offered, 'flows'), flow)
      return (
        now !== undefined &&
        Object.entries(node as JsonObject).every(([key, address]) => isKept(address, own(now, key)))
      )
    })
  )
}

function textsIn(scheme: JsonObject, other: JsonObject): JsonObject {
  const description = ownString(scheme, 'description')
  const offered = new Map(flowEntries(other).map(([flow, node]) => [flow, own(node, 'scopes')]))
  const scopes = flowEntries(scheme).flatMap(([flow, node]) => {
    const both = ownEntries(node, 'scopes').filter(([scope]) => own(offered.get(flow), scope) !== undefined)
    return both.map(([scope, text]) => [`scope ${scope} of ${flow}`, text] as const)
  })
  return { ...(description === '' ? {} : { description }), ...Object.fromEntries(scopes) }
}

/** Maps names of the revision to names of the base for renamed schemes with the same mechanism: the name isn't sent. */
export function renamedSchemes(base: Description, revision: Description): ReadonlyMap<string, string> {
  const [before, after] = [usedSchemes(base), usedSchemes(revision)]
  const gone = [...before].filter((name) => !after.has(name))
  const renamed = new Map<string, string>()
  for (const name of after) {
    const scheme = schemeOf(revision.document, name)
    if (before.has(name) || scheme === undefined) continue
    const twin = gone.find((old) => {
      const oldScheme = schemeOf(base.document, old)
      return oldScheme !== undefined && equalJson(essence(oldScheme), essence(scheme))
    })
    if (twin !== undefined) renamed.set(name, twin)
  }
  return renamed
}

function usedSchemes({ operations }: Description): Set<string> {
  return new Set(operations.flatMap(({ security }) => security.flatMap((alternative) => Object.keys(alternative))))
}

function schemePointer({ dialect }: Document, name: string): string {
  return joinPointer(dialects[dialect].securitySchemes, name)
}

function schemeOf(document: Document, name: string): JsonObject | undefined {
  const node = document.at(schemePointer(document, name))
  const ref = own(node, '$ref')
  const target = typeof ref === 'string' ? document.resolve(ref)?.node : node
  return isObject(target) ? target : undefined
}

/** Normalizes to OpenAPI 3.x without scopes, descriptions and token formats. Scheme names (RFC 9110 §11.1) ignore case. */
function essence(scheme: JsonObject): JsonObject {
  const type = own(scheme, 'type')
  if (type === 'basic') return { type: 'http', scheme: 'basic' }
  if (type === 'http') return { type, scheme: ownString(scheme, 'scheme').toLowerCase() }
  if (type === 'oauth2') return { type, flows: flowsOf(scheme), metadata: ownString(scheme, 'oauth2MetadataUrl') }
  const location = ownString(scheme, 'in')
  const name = ownString(scheme, 'name')
  return {
    type: type ?? '',
    in: location,
    name: location === 'header' ? name.toLowerCase() : name,
    openIdConnectUrl: ownString(scheme, 'openIdConnectUrl'),
  }
}

const swaggerFlows: Readonly<Record<string, string>> = {
  accessCode: 'authorizationCode',
  application: 'clientCredentials',
}

/** Swagger 2.0 has one flow per scheme, with different names. */
function flowEntries(scheme: JsonObject): readonly (readonly [string, Json])[] {
  const flow = ownString(scheme, 'flow')
  return flow === '' ? ownEntries(scheme, 'flows') : [[swaggerFlows[flow] ?? flow, scheme]]
}

function flowsOf(scheme: JsonObject): JsonObject {
  const addresses = (node: Json) =>
    ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'].flatMap((key) => {
      const address = ownString(node, key)
      return address === '' ? [] : [[key, address] as const]
    })
  return Object.fromEntries(flowEntries(scheme).map(([name, node]) => [name, Object.fromEntries(addresses(node))]))
}
