import type { UnionBranch, UnionEvidence } from '../model/finding.ts'
import { pointerTokens } from '../util/pointer.ts'

/** Returns the name of a branch: the component that it references, otherwise its position in the union: `oneOf/1`. */
export function branchName({ schemaLocation }: UnionBranch): string {
  const tokens = pointerTokens(schemaLocation)
  const isComponent =
    (tokens[0] === 'components' && tokens.length === 3) || (tokens[0] === 'definitions' && tokens.length === 2)
  return isComponent ? (tokens.at(-1) ?? '') : tokens.slice(-2).join('/')
}

/** Returns how an instance matches a union: `fits no branch of oneOf, Cat is the nearest`, `fits 2 branches of oneOf: Cat, Dog`. */
export function unionHead({ keyword, branches, more = 0 }: UnionEvidence): string {
  const names = branches.map(branchName)
  const fitting = branches.filter(({ errors }) => errors.length === 0)
  return fitting.length > 0
    ? `fits ${names.length + more} branches of ${keyword}: ${names.join(', ')}`
    : `fits no branch of ${keyword}, ${names[0] ?? ''} is the nearest`
}

/** Returns the validation errors of a branch: `/0/food is of type integer, not string; /0/name lacks "x"`. */
export function branchErrors({ errors, more = 0 }: UnionBranch): string {
  const words = errors.map(({ instanceLocation, error }) => `${instanceLocation || 'the body'} ${error}`)
  return [...words, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
