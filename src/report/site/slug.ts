import { createHash } from 'node:crypto'
import { reservedReason } from '../../util/api-name.ts'

/** Names used unchanged as folder names: portable and distinct from other files of a site. */
const plain = /^[a-z0-9](?:[a-z0-9_.-]{0,62}[a-z0-9])?$/
/** Suffix of names changed by `slugOf`. */
const marked = /-[0-9a-f]{8}$/
const fileLike = /\.(?:html|xml|json|lock|takeover|tmp)$/

/** Returns a portable name unchanged, otherwise a sanitized one with a hash, so that names never share a folder. */
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

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
