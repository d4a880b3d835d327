import { toolError } from '../model/errors.ts'

const devices = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i

/**
 * Why Windows takes no file or folder of this name, undefined where it does. A repository is checked out there too
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
export function reservedReason(name: string): string | undefined {
  if (devices.test(name)) return `Windows reserves ${name.split('.', 1)[0]} for a device, with any extension`
  if (/[. ]$/.test(name)) return 'Windows drops the dot or space at the end of a name'
  return undefined
}

/** Why a text is no name of a file or folder of ours, undefined where it is one: with it no path leads out of its folder. */
export function nameProblem(name: string): string | undefined {
  if (!/^[A-Za-z0-9._-]+$/.test(name) || /^\.+$/.test(name)) return 'may hold only letters, digits, ".", "_" and "-"'
  const reason = reservedReason(name)
  return reason === undefined ? undefined : `cannot be used: ${reason}`
}

declare const brand: unique symbol

/** The name of an API, from `parseApiName`: only such a one becomes a part of a path. */
export type ApiName = string & { readonly [brand]: 'ApiName' }

/** The name of an API, whoever gave it: a config, a command line, a report or a database of somebody else's. Throws USAGE for what would lead elsewhere. */
export function parseApiName(name: string, what = 'The API name'): ApiName {
  const problem = nameProblem(name)
  if (problem !== undefined) throw toolError('USAGE', [`${what} ${JSON.stringify(name)} ${problem}.`])
  // Only here does a text become a name.
  return name as ApiName
}
