import { ownMembersOf, sentValuesOf } from '../../../../drift/harm/sent-values.ts'
import type { SentRequest } from '../../../../model/observation.ts'
import { sha256 } from '../../../../util/fingerprint.ts'

/** Maximum number of listed resources that a journal records per request. A longer list is no evidence. */
export const mostListed = 2000

/** Returns a digest of an identifier, because a journal must not show the identifiers of other people's resources. */
export function digestOfId(value: string | number): string {
  return sha256(String(value)).slice(0, 16)
}

/**
 * Tests whether a listed resource is proven to be new: the list before the request was complete, and didn't show it. `before`: digests of
 * the identifiers that the list showed before the request, `shown`: identifiers that it shows now, `deleted`: those that we have deleted
 * since. A resource missing from `shown` means that the list shows only some, so the new one may have been there before.
 */
export function isProvenNew(
  value: string | number,
  {
    before,
    shown,
    deleted,
  }: {
    readonly before: readonly string[] | undefined
    readonly shown: readonly (string | number)[]
    readonly deleted: readonly (string | number)[]
  },
): boolean {
  if (before === undefined || before.includes(digestOfId(value))) return false
  const known = new Set([...shown, ...deleted].map(digestOfId))
  return before.every((digest) => known.has(digest))
}

const mostMembers = 3
const mostCharacters = 40

/**
 * Describes the resource that a request creates by the path and the names sent, for responses that don't identify it:
 * `/notes {"name":"News-abc12301"}`. Without a name, the first members are shown. `isHidden`: members and values not to be shown.
 */
export function sentLabel(
  request: SentRequest,
  isOwnName: (name: string) => boolean,
  isHidden: (name: string, value: string) => boolean,
): string {
  const [path = ''] = request.path.split('?', 1)
  const members = ownMembersOf(sentValuesOf(request).body, '').flatMap(({ name, values: [value] }) =>
    value === undefined || value === '' || isHidden(name, String(value)) ? [] : [{ name, value }],
  )
  const own = members.filter(({ value }) => isOwnName(String(value)))
  const shown = own.length > 0 ? own.slice(0, 1) : members.slice(0, mostMembers)
  if (shown.length === 0) return path
  const cut = (value: string | number) => (typeof value === 'string' ? value.slice(0, mostCharacters) : value)
  return `${path} ${JSON.stringify(Object.fromEntries(shown.map(({ name, value }) => [name, cut(value)])))}`
}
