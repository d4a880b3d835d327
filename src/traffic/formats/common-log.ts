import { defineLogFormat, requestIn } from '../reading/log-line.ts'

/** Matches `[host:port] client identity user [time] "request line" status bytes`, ignoring the additions of a combined log. */
const pattern =
  /^(?:((?:\[[^\]]*\]|[^:\s]+):\d+) )?\S+ \S+ (\S.{0,200}?) (\[[^[\]]{1,40}\]) "((?:[^"\\]|\\.)*)" (\d{3}|-) (?:\d+|-)(?:\s|$)/

export default defineLogFormat({
  id: 'common-log',
  title: 'Access logs as text: common, combined and vhost_combined of Apache, nginx, Traefik, Caddy',
  unknown: 'bodies and headers',
  line(text) {
    const [, host, user, time, request, status] = pattern.exec(text) ?? []
    if (request === undefined) throw new Error('it is no line of a common or combined log')
    return {
      ...requestIn(request.replaceAll(/\\(x[0-9A-Fa-f]{2}|.)/gu, encoded)),
      host,
      time,
      client: user === '-' || user === '""' ? undefined : user,
      status: Number(status),
    }
  },
})

/** Converts an escape sequence in a request line to a URL escape: `\x22` of nginx, `\"` of Apache. */
function encoded(_: string, escaped: string): string {
  if (escaped.length === 3) return `%${escaped.slice(1).toUpperCase()}`
  return encodeURIComponent(controls[escaped] ?? escaped)
}

const controls: Readonly<Record<string, string>> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v' }
