import type { Json, JsonObject, Pointer } from '../../../model/json.ts'
import type { NormalSchema } from '../../../schema/normal.ts'
import { equalJson, ownEntries, ownString } from '../../../util/json.ts'
import { fragmentToPointer, pointerTokens } from '../../../util/pointer.ts'
import type { SchemaPair } from './unit.ts'

/**
 * The property that tells variants apart and which value names which. A component without an entry in `mapping` is named
 * by its own name (OpenAPI 3.1 §4.8.25.1). A value may follow its component to another name, not to another component.
 */
export function compareDiscriminator(pair: SchemaPair): void {
  const { before, after, emit } = pair
  const [was, is] = [read(before), read(after)]
  if (equalJson(was && essence(was), is && essence(is)) && !isSwapped(was, is)) return
  const at = (normal: NormalSchema): Pointer => normal.annotations.get('discriminator')?.pointer ?? normal.pointer
  const written = (normal: NormalSchema): Json | undefined => normal.annotations.get('discriminator')?.value
  emit('schema.discriminator', written(before), written(after), 'none', {
    base: at(before),
    revision: at(after),
    place: is === undefined ? before.pointer : after.pointer,
  })
}

interface Discriminator {
  readonly propertyName: string
  /** Value → name of the component. */
  readonly names: ReadonlyMap<string, string>
  /** What values that name nothing mean (OpenAPI 3.2). */
  readonly otherwise: string
}

function read({ annotations, groups }: NormalSchema): Discriminator | undefined {
  const written = annotations.get('discriminator')?.value
  if (written === undefined) return undefined
  // Swagger 2.0 writes the property's name alone.
  if (typeof written === 'string') return { propertyName: written, names: new Map(), otherwise: '' }
  const names = new Map(ownEntries(written, 'mapping').map(([value, target]) => [value, componentOf(target)]))
  const mapped = new Set(names.values())
  for (const [branch] of groups.flatMap((group) => group.branches)) {
    const name = pointerTokens(branch?.pointer ?? '').at(-1) ?? ''
    if (!/\/(schemas|definitions)\/[^/]+$/.test(branch?.pointer ?? '') || mapped.has(name)) continue
    names.set(name, name)
  }
  const otherwise = componentOf(ownString(written, 'defaultMapping'))
  return { propertyName: ownString(written, 'propertyName'), names, otherwise }
}

/** A mapping holds a reference or the bare name of a component. */
function componentOf(target: Json): string {
  const text = typeof target === 'string' ? target : ''
  return pointerTokens(fragmentToPointer(text) ?? `/${text}`).at(-1) ?? text
}

function essence({ propertyName, names, otherwise }: Discriminator): JsonObject {
  return { propertyName, otherwise, values: [...names.keys()].sort() }
}

/** A value that names another component although its old one is still named. */
function isSwapped(was: Discriminator | undefined, is: Discriminator | undefined): boolean {
  const named = new Set(is?.names.values())
  return [...(was?.names ?? [])].some(([value, name]) => named.has(name) && is?.names.get(value) !== name)
}
