/**
 * Whether an operation key (`GET /internal/users`) matches a glob: `*` stays within a path segment or the
 * method, `**` crosses segments, and a final `/**` also means the path before it.
 */
export function matcherOf(glob: string): (operation: string) => boolean {
  const source = glob.split(/(\/\*\*$|\*+)/).map(patternOf)
  const pattern = new RegExp(`^${source.join('')}$`, 's')
  return (operation) => pattern.test(operation)
}

/** Whether a text is a glob over operation keys, and no name of a parameter: `GET /items/{id}`, `* /items/**`, `**`. */
export function isOperationGlob(text: string): boolean {
  return /^([A-Z*]+ [/*]|\*\*$)/.test(text)
}

function patternOf(part: string): string {
  if (part === '/**') return '(?:/.*)?'
  if (part === '*') return '[^/ ]*'
  return /^\*+$/.test(part) ? '.*' : part.replace(/[^\w /]/g, '\\$&')
}
