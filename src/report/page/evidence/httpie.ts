import type { ShownExchange } from '../../../model/live/exchange.ts'

/** Formats an HTTPie command (https://httpie.io/docs/cli/request-items) with shell `variables`. Undefined for a partial body. */
export function httpieLine({ request }: ShownExchange, variables: readonly string[] = []): string | undefined {
  const { method, url, headers, body } = request
  if (body?.cut !== undefined && body.cut.length > 0) return undefined
  const items = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  const words = [method, url, ...items].map((word) => quoted(word, variables))
  const raw = body === undefined ? [] : ['--raw', quoted(body.text, variables)]
  return ['http', ...raw, ...words].join(' ')
}

/** Quotes a word for a POSIX shell so that only the given variables expand. */
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
