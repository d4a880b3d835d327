import { toolError } from '../../model/errors.ts'

/** The only id that begins with the given text, at least four digits of it; the text itself if there is none. Throws USAGE for several. */
export function fullId(text: string, known: Iterable<string>): string {
  const ids = new Set(known)
  if (ids.has(text) || !/^[0-9a-f]{4,}$/.test(text)) return text
  const [only, ...others] = [...ids].filter((id) => id.startsWith(text))
  if (others.length > 0)
    throw toolError('USAGE', [
      `${text} begins several ids: ${[only, ...others].slice(0, 5).join(', ')}. Write more of it.`,
    ])
  return only ?? text
}
