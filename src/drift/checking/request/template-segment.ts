import type { Operation, Parameter } from '../../../model/operation.ts'
import { percentDecoded } from '../../../util/pointer.ts'
import type { Written } from '../text-value.ts'

/** Where a parameter is in its path template. */
interface Slot {
  /** Counted from the end, because a base path precedes the template. */
  readonly fromEnd: number
  readonly before: string
  readonly after: string
}

const slots = new WeakMap<Operation, ReadonlyMap<string, Slot>>()

/**
 * Reads a path parameter from the path of a request that its template matched, in style simple, label or matrix (OpenAPI 3.x
 * §Style Values). Undefined where the segment holds several parameters or more than one segment is one parameter, and for a
 * placeholder (`{id}`, `:id`) that a recorder wrote for the value.
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

/** Whether a path parameter is a segment of its own, so that its value can be read from a path. */
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
  // The last parameter of such a path holds slashes, as GitHub's description marks it.
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
    // The name alone is an empty value (RFC 6570 §3.2.7).
    const isNamed = parts.every((part) => part === name || part.startsWith(`${name}=`))
    const values = isNamed ? parts.map((part) => part.slice(name.length + 1)) : parts
    return explode
      ? { text: percentDecoded(values.join(';')), items: values.map(percentDecoded) }
      : listOf(values.join(), ',')
  }
  return listOf(raw, ',')
}

/** A separator in a value is percent-encoded, so a list is split before it is decoded. */
function listOf(raw: string, separator: string): Written {
  return { text: percentDecoded(raw), items: raw.split(separator).map(percentDecoded) }
}
