/**
 * Whether an operation key (`GET /internal/users`) matches a glob: `*` stays within a path segment or the
 * method, `**` crosses segments, and a final `/**` also means the path before it.
 */
export function matcherOf(glob: string): (operation: string) => boolean {
  const source = glob.split(/(\/\*\*$|\*+)/).map(patternOf)
  const pattern = new RegExp(`^${source.join('')}$`, 's')
  return (operation) => pattern.test(operation)
}

function patternOf(part: string): string {
  if (part === '/**') return '(?:/.*)?'
  if (part === '*') return '[^/ ]*'
  return /^\*+$/.test(part) ? '.*' : part.replace(/[^\w /]/g, '\\$&')
}
