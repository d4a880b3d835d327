import { toolError } from '../../model/errors.ts'

/** Expands a unique prefix of an id (at least four digits). Returns other text unchanged. Throws USAGE for an ambiguous prefix. */
export function fullId(text: string, known: Iterable<string>): string {
  const ids = new Set(known)
  if (ids.has(text) || !/^[0-9a-f]{4,}$/.test(text)) return text
  const [only, ...others] = [...ids].filter((id) => id.startsWith(text))
  if (others.length > 0)
    throw toolError('USAGE', [
      `${text} is the prefix of several ids: ${[only, ...others].slice(0, 5).join(', ')}. Use a longer prefix.`,
    ])
  return only ?? text
}
