import type { Json } from '../../model/json.ts'

/** A value with the number of JSON values in it: a description can require one of any size. */
export interface Sized {
  readonly value: Json
  readonly size: number
}

/** A value that holds no other. */
export function sized(value: Json | undefined): Sized | undefined {
  return value === undefined ? undefined : { value, size: 1 }
}

/** The size of what holds the parts. */
export function sum(parts: readonly Sized[]): number {
  return parts.reduce((total, { size }) => total + size, 1)
}

/** In the order of the description, names it does not declare last. */
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
