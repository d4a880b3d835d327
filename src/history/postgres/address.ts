import type { ConnectionOptions } from 'node:tls'
import { readText } from '../../files/read-regular.ts'
import { toolError } from '../../model/errors.ts'
import { percentDecoded } from '../../util/pointer.ts'

/** The database of a history, with a name for messages. */
export interface DatabaseAddress {
  /** Name for messages. Never contains a password. */
  readonly name: string
  /** Empty if the environment variable is not set. */
  readonly url: string
  /** The environment variable that contains the URL. */
  readonly variable?: string
  /** The database schema that contains the tables. Deployments that share a database use different schemas. Default: `specdrift`. */
  readonly schema?: string | undefined
}

/** Schema names that need no quotes (PostgreSQL 17, 4.1.1). */
export const schemaName = /^[a-z_][a-z0-9_]{0,62}$/

/** Qualifies the tables in a statement with the schema of the address. */
export function inSchemaOf({ schema = 'specdrift' }: DatabaseAddress, sql: string): string {
  return sql.replaceAll(/\bspecdrift(?=\.[a-z_]|;| IS |'\))/g, schema)
}

/** Connection parameters for `pg`. Absent members default to the libpq variables: PGHOST, PGUSER, PGPASSWORD … */
export interface Connection {
  readonly host?: string
  readonly port?: number
  readonly user?: string
  readonly password?: string
  readonly database?: string
  readonly ssl: ConnectionOptions | false
  /** Whether to fall back to an unencrypted connection if the server doesn't support TLS: `sslmode=prefer`. */
  readonly mayBePlain: boolean
}

const form = 'postgres://user:password@host:5432/database, other characters than letters and digits as %XX'
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
const parameters = ['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/** Parses a PostgreSQL URL like libpq (PostgreSQL 17, 32.1.1.2, 32.19). Throws HISTORY_UNAVAILABLE; the message never quotes the URL. */
export async function connectionOf({ name, url, variable }: DatabaseAddress): Promise<Connection> {
  const fail = (reason: string): Error => toolError('HISTORY_UNAVAILABLE', [name, reason])
  if (url === '') throw fail(`${variable ?? 'its URL'} is not set`)
  const holder = variable ?? 'it'
  const parsed = parsedUrl(url)
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol) || parsed.hash !== '' || isMisread(parsed))
    throw fail(`${holder} holds no URL of the form ${form}`)
  const { searchParams, hostname, port, username, password, pathname } = parsed
  if ([...searchParams.keys()].some((key) => !parameters.includes(key)))
    throw fail(`its URL has a parameter that is none of ${parameters.join(', ')}`)
  const mode = searchParams.get('sslmode') ?? 'prefer'
  if (!sslModes.includes(mode)) throw fail(`its URL has an sslmode that is none of ${sslModes.join(', ')}`)
  const decode = (text: string, what: string): string => {
    try {
      return decodeURIComponent(text)
    } catch {
      throw fail(`${holder} holds a ${what} with a % that begins no %XX`)
    }
  }
  const named = hostname === noHost ? '' : hostname.replace(/^\[(.*)\]$/, '$1')
  const host = searchParams.get('host') ?? decode(named, 'host')
  const isLocal = host.startsWith('/')
  return {
    ...(host !== '' && { host }),
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && { user: decode(username, 'user') }),
    ...(password !== '' && { password: decode(password, 'password') }),
    ...(pathname.length > 1 && { database: decode(pathname.slice(1), 'database') }),
    ssl: mode === 'disable' || isLocal ? false : await tlsOf(mode, searchParams, fail),
    mayBePlain: mode === 'allow' || mode === 'prefer',
  }
}

/** Placeholder for a missing host: libpq allows `user@` without a host, but `URL` doesn't. */
const noHost = 'none.invalid'

/** Detects an `@` after the host. In a password, an unencoded `/` or `?` makes `URL` end the host too early. */
function isMisread({ pathname, search }: URL): boolean {
  return `${pathname}${search}`.includes('@')
}

function parsedUrl(url: string): URL | undefined {
  const whole = url.replace(/^(\w+:\/\/[^/?#@]*@)(?=[/?]|$)/, `$1${noHost}`)
  return URL.canParse(whole) ? new URL(whole) : undefined
}

async function tlsOf(
  mode: string,
  parameters: URLSearchParams,
  fail: (reason: string) => Error,
): Promise<ConnectionOptions> {
  const file = async (name: string): Promise<string | undefined> => {
    const path = parameters.get(name)
    if (path === null || path === 'system') return undefined
    return readText(path).catch((cause: unknown) => {
      throw fail(`its ${name} cannot be read: ${codeOf(cause)}`)
    })
  }
  const [ca, cert, key] = await Promise.all(['sslrootcert', 'sslcert', 'sslkey'].map(file))
  const isVerified = mode.startsWith('verify-') || (mode === 'require' && ca !== undefined)
  return {
    rejectUnauthorized: isVerified,
    // Verify the certificate chain but not the host name.
    ...(isVerified && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  }
}

/** Returns the code of a file system error. Its message would reveal the path, which is part of the URL. */
function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'an error'
}

/** Returns the name of a configured database for messages. It contains only the host of the URL. */
export function nameOf(url: string): string {
  const parsed = parsedUrl(url)
  const host = parsed === undefined || isMisread(parsed) || parsed.hostname === noHost ? '' : parsed.hostname
  return host === '' ? 'the database of history.url' : `the database at ${host}`
}

/** Redacts every part of the URL except the host in a message from the server or client. */
export function withoutSecrets({ url }: DatabaseAddress, text: string): string {
  const { username = '', password = '', pathname = '', searchParams } = parsedUrl(url) ?? {}
  const parts = [username, password, pathname.slice(1), ...[...(searchParams ?? [])].flatMap(valuesOf)]
  const plain = parts.map((part) => (/%(?![0-9A-F]{2})/i.test(part) ? part : percentDecoded(part)))
  const secrets = [url, ...parts, ...plain].filter(Boolean).sort((a, b) => b.length - a.length)
  return secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text)
}

/** Returns the secret values of a query parameter. `host` is not secret, even if it is a socket folder. */
function valuesOf([name, value]: readonly [string, string]): readonly string[] {
  return name === 'host' || name === 'sslmode' ? [] : [value]
}
