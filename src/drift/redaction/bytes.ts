/** A byte that a text spells out, and those that may follow it in the same way. */
export interface Bytes {
  readonly value: number
  readonly end: number
  more(): readonly Bytes[]
}

/** The character that bytes stand for: in UTF-8 (RFC 3629 §3), or the first one's in ISO 8859-1 where they are none. */
export function fromBytes(first: Bytes): { readonly character: string; readonly end: number } {
  const { value, end } = first
  const length = value < 0xc2 ? 0 : value < 0xe0 ? 1 : value < 0xf0 ? 2 : value < 0xf5 ? 3 : 0
  let point = length === 0 ? value : value & (0x3f >> length)
  let last = first
  for (let count = 0; count < length; count++) {
    const next = last.more().find((byte) => byte.value >> 6 === 0b10)
    if (next === undefined) return { character: String.fromCharCode(value), end }
    point = (point << 6) | (next.value & 0x3f)
    last = next
  }
  return { character: String.fromCodePoint(Math.min(point, 0x10ffff)), end: last.end }
}
