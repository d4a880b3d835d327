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
