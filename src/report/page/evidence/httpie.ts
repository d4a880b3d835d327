import type { ShownExchange } from '../../../model/live/exchange.ts'

/**
 * An exchange's request as a command line of HTTPie (https://httpie.io/docs/cli/request-items); `variables` are left to the shell.
 * Undefined for a body of which a part is not shown.
 */
export function httpieLine({ request }: ShownExchange, variables: readonly string[] = []): string | undefined {
  const { method, url, headers, body } = request
  if (body?.cut !== undefined && body.cut.length > 0) return undefined
  const items = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  const words = [method, url, ...items].map((word) => quoted(word, variables))
  const raw = body === undefined ? [] : ['--raw', quoted(body.text, variables)]
  return ['http', ...raw, ...words].join(' ')
}

/** One word of a POSIX shell: the variables that are named expand, nothing else does. */
function quoted(text: string, variables: readonly string[]): string {
  if (/^[\w./:@=?&%,+-]+$/.test(text) && !/[?&]/.test(text)) return text
  return text
    .split(/(\$[A-Za-z_]\w*)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('$') && variables.includes(part.slice(1)) ? `"${part}"` : `'${part.replaceAll("'", `'\\''`)}'`,
    )
    .join('')
}
