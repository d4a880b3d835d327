import type { Operation } from '../model/operation.ts'
import { ambiguousProperties, type CredentialRank, credentialNouns, credentialWords } from './credential-words.ts'
import { singularOf, wordsOf } from './names.ts'

/** Why an operation may change what a credential may do. */
export interface CredentialChange {
  /** The word of the description that says so, and where it is: `"roles" in the path`. */
  readonly because: string
  readonly rank: CredentialRank
}

/**
 * Whether an operation may change what a credential may do: by the segments of its path, its operationId, its tags, or
 * properties of its body that grant something to somebody. Whether it reads only is not decided here.
 */
export function credentialChangeOf(
  { path, operationId = '', tags }: Operation,
  properties: Iterable<string> = [],
): CredentialChange | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  const last = segments.at(-1)
  const rank = last === undefined ? undefined : credentialRankOf(last)
  if (last !== undefined && rank !== undefined) return { because: `"${last}" in the path`, rank }
  const inside = segments.find(hasCredentialWord)
  if (inside !== undefined) return { because: `"${inside}" in the path`, rank: credentialRankOf(inside) ?? 'grant' }
  if (hasCredentialWord(operationId)) return { because: `its operationId "${operationId}"`, rank: 'grant' }
  const tag = tags.find(hasCredentialWord)
  if (tag !== undefined) return { because: `its tag "${tag}"`, rank: 'grant' }
  const names = [...properties]
  const granting = names.find((name) => referencedRankOf(name) === 'grant' && hasCredentialWord(name))
  const holder = names.find((name) => ['group', 'holder'].includes(referencedRankOf(name) ?? ''))
  if (granting === undefined || holder === undefined) return undefined
  return { because: `its properties "${granting}" and "${holder}"`, rank: 'grant' }
}

/** The rank of what a segment of a path names: its last word, or all of them joined. */
export function credentialRankOf(segment: string): CredentialRank | undefined {
  const words = wordsOf(segment)
  const last = singularOf(words.at(-1) ?? '')
  const joined = [...words.slice(0, -1), last].join('')
  return [joined, last].flatMap((noun) => (Object.hasOwn(credentialNouns, noun) ? credentialNouns[noun] : []) ?? [])[0]
}

/** The rank of what a property refers to: `userIds`, `role`, `owner_id`. */
export function referencedRankOf(property: string): CredentialRank | undefined {
  const words = wordsOf(property).map(singularOf)
  const isId = words.length > 1 && ['id', 'uuid', 'uid', 'name', 'key'].includes(words.at(-1) ?? '')
  const noun = (isId ? words.at(-2) : words.at(-1)) ?? ''
  if (ambiguousProperties.has(noun)) return undefined
  return Object.hasOwn(credentialNouns, noun) ? credentialNouns[noun] : undefined
}

function hasCredentialWord(name: string): boolean {
  return wordsOf(name).some((word) => credentialWords.has(singularOf(word)))
}
