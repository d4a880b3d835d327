import { withBasePath } from '../../config/base-path.ts'
import type { ApiConfig } from '../../config/schema.ts'
import { toolError } from '../../model/errors.ts'
import type { Operation } from '../../model/operation.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'
import type { Target } from '../api/context.ts'

/** What the config calls: its environment variable, then its base URL. Throws NO_URL when the variable holds none. */
export function configuredUrl(
  { baseUrl, baseUrlEnv }: NonNullable<ApiConfig['target']>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const held = baseUrlEnv === undefined ? undefined : env[baseUrlEnv]
  if (baseUrlEnv === undefined || held === undefined || held === '') return baseUrl
  // What it holds instead may be a secret.
  if (!isHttp(held)) throw toolError('NO_URL', [baseUrlEnv])
  return held
}

/** A base URL without slashes at its end. Throws USAGE for what is none. */
export function httpUrl(text: string): string {
  if (isHttp(text)) return text.replace(/\/+$/, '')
  // What precedes an @ may be a password.
  throw toolError('USAGE', [`${withoutSecrets(text.replace(/[^/]*@/, '…@'))} is not an http or https URL.`])
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** An address without the name, password and query it may hold. */
export function shownUrl(text: string): string {
  const url = new URL(text)
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`
}

/** A target with the base path of the description, where its base URL is a host alone. */
export function belowBasePath<T extends Pick<Target, 'baseUrl' | 'basePath' | 'label'>>(
  target: T,
  operations: readonly Operation[],
): T {
  const baseUrl = withBasePath(target.baseUrl, operations, target.basePath)
  if (baseUrl === target.baseUrl) return target
  return { ...target, baseUrl, ...(target.label === shownUrl(target.baseUrl) && { label: shownUrl(baseUrl) }) }
}
