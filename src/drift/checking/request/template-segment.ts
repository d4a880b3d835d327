import type { Operation, Parameter } from '../../../model/operation.ts'
import { percentDecoded } from '../../../util/pointer.ts'
import type { Written } from '../text-value.ts'

interface Slot {
  /** Index of the segment from the end, because a base path may precede the template. */
  readonly fromEnd: number
  readonly before: string
  readonly after: string
}

const slots = new WeakMap<Operation, ReadonlyMap<string, Slot>>()

/**
 * Reads a path parameter (style simple, label or matrix; OpenAPI 3.x §Style Values). Undefined if the segment contains multiple parameters,
 * the parameter spans multiple segments, or a recorder wrote a placeholder (`{id}`, `:id`).
 */
export function templateSegment(operation: Operation, parameter: Parameter, path: string): Written | undefined {
  const slot = slotOf(operation, parameter)
  if (slot === undefined) return undefined
  const { fromEnd, before, after } = slot
  const segment = segmentsOf(path.split(/[?#]/, 1)[0] ?? '').at(-fromEnd) ?? ''
  if (segment.length <= before.length + after.length) return undefined
  if (!segment.startsWith(before) || !segment.endsWith(after)) return undefined
  const raw = segment.slice(before.length, segment.length - after.length)
  return /^(?:\{.*\}|%7B.*%7D|:[a-z_]\w*)$/i.test(raw) ? undefined : byStyle(raw, parameter)
}

/** Tests whether a path parameter fills its own segment, so that its value can be read. */
export function isReadable(operation: Operation, parameter: Parameter): boolean {
  return slotOf(operation, parameter) !== undefined
}

function slotOf(operation: Operation, { name }: Parameter): Slot | undefined {
  let known = slots.get(operation)
  if (known === undefined) {
    known = slotsOf(operation)
    slots.set(operation, known)
  }
  return known.get(name)
}

function slotsOf({ path, parameters }: Operation): ReadonlyMap<string, Slot> {
  // The last parameter may contain slashes (`x-multi-segment` in GitHub's description).
  if (parameters.some(({ node }) => node['x-multi-segment'] === true)) return new Map()
  const segments = segmentsOf(path)
  const found = segments.flatMap((segment, index): [string, Slot][] => {
    const [before = '', after, ...more] = segment.split(/\{[^}]*\}/)
    if (after === undefined || more.length > 0) return []
    const name = segment.slice(before.length + 1, segment.length - after.length - 1)
    return [[name, { fromEnd: segments.length - index, before, after }]]
  })
  return new Map(found)
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/')
  if (segments.at(-1) === '') segments.pop()
  return segments
}

function byStyle(raw: string, { name, style, explode }: Parameter): Written {
  if (style === 'label' && raw.startsWith('.')) return listOf(raw.slice(1), explode ? '.' : ',')
  if (style === 'matrix' && raw.startsWith(';')) {
    const parts = raw.slice(1).split(';')
    // A name without value is an empty value (RFC 6570 §3.2.7).
    const isNamed = parts.every((part) => part === name || part.startsWith(`${name}=`))
    const values = isNamed ? parts.map((part) => part.slice(name.length + 1)) : parts
    return explode
      ? { text: percentDecoded(values.join(';')), items: values.map(percentDecoded) }
      : listOf(values.join(), ',')
  }
  return listOf(raw, ',')
}

/** Splits before decoding, because separators inside values are percent-encoded. */
function listOf(raw: string, separator: string): Written {
  return { text: percentDecoded(raw), items: raw.split(separator).map(percentDecoded) }
}
