import { withBasePath } from '../../config/base-path.ts'
import type { ApiConfig } from '../../config/schema.ts'
import { toolError } from '../../model/errors.ts'
import type { Operation } from '../../model/operation.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import type { Target } from '../api/context.ts'

/** Returns the configured base URL, with the environment variable taking precedence. Throws NO_URL if the variable has no valid URL. */
export function configuredUrl(
  { baseUrl, baseUrlEnv }: NonNullable<ApiConfig['target']>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const fromEnv = baseUrlEnv === undefined ? undefined : env[baseUrlEnv]
  if (baseUrlEnv === undefined || fromEnv === undefined || fromEnv === '') return baseUrl
  // The invalid value may be a secret.
  if (!isHttp(fromEnv)) throw toolError('NO_URL', [baseUrlEnv])
  return fromEnv
}

/** Returns a base URL without trailing slashes. Throws USAGE for an invalid URL. */
export function httpUrl(text: string): string {
  if (isHttp(text)) return text.replace(/\/+$/, '')
  // Text before an @ may be a password.
  throw toolError('USAGE', [`${withoutSecrets(text.replace(/[^/]*@/, '…@'))} is not an http or https URL.`])
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Returns a URL without user, password and query. */
export function shownUrl(text: string): string {
  const url = new URL(text)
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`
}

/** Adds the description's base path to a base URL without a path. */
export function belowBasePath<T extends Pick<Target, 'baseUrl' | 'basePath' | 'label'>>(
  target: T,
  operations: readonly Operation[],
): T {
  const baseUrl = withBasePath(target.baseUrl, operations, target.basePath)
  if (baseUrl === target.baseUrl) return target
  return { ...target, baseUrl, ...(target.label === shownUrl(target.baseUrl) && { label: shownUrl(baseUrl) }) }
}
