import { useState } from 'preact/hooks'

/** A state that belongs to something: where that is another, it is what it was at first. */
export function useStateOf<T>(of: string, initial: T): readonly [T, (value: T) => void] {
  const [kept, keep] = useState({ of, value: initial })
  return [kept.of === of ? kept.value : initial, (value) => keep({ of, value })]
}
