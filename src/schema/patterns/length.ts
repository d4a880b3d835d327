import type { NormalSchema } from '../normal-form/normal.ts'

/** Returns `minLength` and `maxLength` as a pattern, so that they can be combined with other patterns. */
export function lengthPatterns({ bounds }: Pick<NormalSchema, 'bounds'>): readonly string[] {
  const [least, most] = [bounds.get('minLength')?.value, bounds.get('maxLength')?.value]
  return least === undefined && most === undefined ? [] : [`^[\\s\\S]{${least ?? 0},${most ?? ''}}$`]
}
