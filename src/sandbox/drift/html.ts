import { type DriftKind, everywhere } from './drift-kind.ts'

/** The page of a proxy instead of the response. */
const html: DriftKind = {
  kind: 'html',
  appliesTo: everywhere,
  alter: async () =>
    new Response('<!doctype html><title>Maintenance</title><p>We are back soon.</p>\n', {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }),
}
export default html
