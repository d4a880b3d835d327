import { createHash } from 'node:crypto'
import { reservedReason } from '../../util/api-name.ts'

/** Names that a folder takes as they are: the same on every file system, and not the name of another file of a site. */
const plain = /^[a-z0-9](?:[a-z0-9_.-]{0,62}[a-z0-9])?$/
/** What a name ends in that was changed. */
const marked = /-[0-9a-f]{8}$/
const fileLike = /\.(?:html|xml|json|lock|takeover|tmp)$/

/**
 * The folder of an API within a site: its name where that is a plain one, else what is left of it and a hash of the whole, so that two
 * names never share a folder, on a file system that ignores case either.
 */
export function slugOf(name: string): string {
  if (plain.test(name) && !marked.test(name) && !fileLike.test(name) && reservedReason(name) === undefined) return name
  const rest = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return `${rest === '' ? 'api' : rest}-${sha256(name).slice(0, 8)}`
}

/** SHA-256 of a text in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
