import { type DriftKind, everywhere } from './drift-kind.ts'

/** Kinds that replace the whole response. */
export const wholeResponses: readonly DriftKind[] = [
  // Empty body.
  replacing('body', (_, { status }) => new Response(null, { status, headers: { 'content-length': '0' } })),
  // JSON without its last character, over an intact connection.
  replacing('malformed', (text, { status, headers }) => new Response(text.slice(0, -1), { status, headers })),
  // 202 instead of 200, with the same body.
  replacing('status', (text, { headers }) => new Response(text, { status: 202, headers })),
  // Same JSON, declared as plain text.
  replacing('content-type', (text, { status }) => {
    return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }),
  // HTML page of a proxy.
  replacing('html', () => {
    const page = '<!doctype html><title>Maintenance</title><p>We are back soon.</p>\n'
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }),
]

function replacing(kind: string, replace: (text: string, response: Response) => Response): DriftKind {
  return { kind, appliesTo: everywhere, alter: async ({ response }) => replace(await response.text(), response) }
}
