/** Returns a matcher of operation keys: `*` stays within a segment or method, `**` crosses segments, `/a/**` also matches `/a`. */
export function matcherOf(glob: string): (operation: string) => boolean {
  const source = glob.split(/(\/\*\*$|\*+)/).map(patternOf)
  const pattern = new RegExp(`^${source.join('')}$`, 's')
  return (operation) => pattern.test(operation)
}

/** Returns whether a text is a glob for operation keys rather than a parameter name: `GET /items/{id}`, `* /items/**`, `**`. */
export function isOperationGlob(text: string): boolean {
  return /^([A-Z*]+ [/*]|\*\*$)/.test(text)
}

function patternOf(part: string): string {
  if (part === '/**') return '(?:/.*)?'
  if (part === '*') return '[^/ ]*'
  return /^\*+$/.test(part) ? '.*' : part.replace(/[^\w /]/g, '\\$&')
}
