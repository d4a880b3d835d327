import type { Json } from '../../model/json.ts'

/** A value and its number of JSON values, because a description can require arbitrarily large ones. */
export interface Sized {
  readonly value: Json
  readonly size: number
}

/** Wraps a value without children. */
export function sized(value: Json | undefined): Sized | undefined {
  return value === undefined ? undefined : { value, size: 1 }
}

export function sum(parts: readonly Sized[]): number {
  return parts.reduce((total, { size }) => total + size, 1)
}

/** Sorts properties by declaration order, undeclared ones last. */
export function inOrder(
  made: ReadonlyMap<string, Sized>,
  properties: ReadonlyMap<string, unknown>,
): readonly (readonly [string, Sized])[] {
  const declared = [...properties.keys()].flatMap((name) => {
    const value = made.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return declared.length === made.size ? declared : [...new Map([...declared, ...made])]
}
