/**
 * How close a resource is to whoever calls: `grant` says what somebody may do, `group` collects grants, `holder` is who has them.
 * A resource changes the rights of everything that it names and that is at least as close.
 */
export type CredentialRank = 'grant' | 'group' | 'holder'

/** Closeness by rank, the least first. */
export const rankOrder: readonly CredentialRank[] = ['grant', 'group', 'holder']

/** Nouns, singular and joined (`apikey`), of resources that decide what a credential may do. The last word of a name is enough. */
export const credentialNouns: Readonly<Record<string, CredentialRank>> = {
  ...same('grant', [
    ...['permission', 'privilege', 'grant', 'entitlement', 'acl', 'access', 'authorization', 'right', 'member'],
    ...['membership', 'collaborator', 'token', 'key', 'apikey', 'session', 'password', 'credential', 'secret', 'mfa'],
    ...['tfa', '2fa', 'otp', 'totp', 'passkey', 'login', 'binding', 'assignment', 'share', 'invitation'],
  ]),
  ...same('group', ['role', 'group', 'policy', 'team']),
  ...same('holder', ['user', 'account', 'owner', 'principal', 'subject', 'assignee', 'identity', 'admin']),
}

/** Words that mean credentials wherever they stand in a name: `access-rules`, `passwordReset`, `role_mappings`. */
export const credentialWords: ReadonlySet<string> = new Set([
  ...['permission', 'privilege', 'entitlement', 'acl', 'access', 'credential', 'password', 'mfa', 'tfa', '2fa'],
  ...['totp', 'passkey', 'role', 'impersonate', 'grant', 'revoke'],
])

/** Names of properties that are credentials in a path and something else in a body: `keys: [id]` names items. */
export const ambiguousProperties: ReadonlySet<string> = new Set(['key', 'token', 'right', 'subject', 'share', 'secret'])

function same(rank: CredentialRank, names: readonly string[]): Readonly<Record<string, CredentialRank>> {
  return Object.fromEntries(names.map((name) => [name, rank]))
}
