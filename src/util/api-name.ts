import { toolError } from '../model/errors.ts'

const devices = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i

/** Returns why Windows rejects a file name (https://learn.microsoft.com/windows/win32/fileio/naming-a-file), on all systems. */
export function reservedReason(name: string): string | undefined {
  if (devices.test(name)) return `Windows reserves ${name.split('.', 1)[0]} for a device, with any extension`
  if (/[. ]$/.test(name)) return 'Windows drops the dot or space at the end of a name'
  return undefined
}

/** Returns the reason why a name can't be a file or folder name, or undefined. Valid names can't lead out of their folder. */
export function nameProblem(name: string): string | undefined {
  if (!/^[A-Za-z0-9._-]+$/.test(name) || /^\.+$/.test(name)) return 'may hold only letters, digits, ".", "_" and "-"'
  const reason = reservedReason(name)
  return reason === undefined ? undefined : `cannot be used: ${reason}`
}

declare const brand: unique symbol

/** An API name validated by `parseApiName`, safe to use in paths. */
export type ApiName = string & { readonly [brand]: 'ApiName' }

/** Validates an API name from any source: config, command line, report or database. Throws USAGE if it isn't a valid name. */
export function parseApiName(name: string, what = 'The API name'): ApiName {
  const problem = nameProblem(name)
  if (problem !== undefined) throw toolError('USAGE', [`${what} ${JSON.stringify(name)} ${problem}.`])
  // The only place that creates an `ApiName`.
  return name as ApiName
}
