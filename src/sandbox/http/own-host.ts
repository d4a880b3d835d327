import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether a request names this server: by a loopback name (RFC 6761 §6.3), as it was told to listen (`host`), or, where
 * that is every address, by the address it came in on. A web page whose own name was made to lead here (DNS rebinding)
 * sends its own name. RFC 9112 §3.2: one Host, and what the target names instead counts as well.
 */
export function isOwnHost({ headersDistinct, url = '', socket }: IncomingMessage, host: string): boolean {
  const [name, another] = headersDistinct.host ?? []
  if (name === undefined || another !== undefined) return false
  const names = url.startsWith('/') || url === '*' ? [name] : [name, /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '']
  const own = hostOf(isIP(host) === 6 ? `[${host}]` : host)
  const isEvery = own === '0.0.0.0' || own === '::'
  return names.map(hostOf).every((asked) => {
    if (asked === undefined) return false
    if (asked === own || /^(?:.+\.)?localhost$/.test(asked)) return true
    const version = isIP(asked)
    if (version === 0) return false
    if (isEvery && asked === socket.localAddress?.replace(/^::ffff:/, '')) return true
    return loopback.check(asked, version === 4 ? 'ipv4' : 'ipv6')
  })
}

/** 403, for both ports alike: nothing of a request to another name is looked at. */
export function refuseHost(response: ServerResponse): void {
  const message = 'The Host is none of this server: it answers to localhost, and to the name it was told to listen on.'
  response.writeHead(403, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify({ message }))
}

/** The host of `host:port` in its one spelling; undefined where it is none. */
function hostOf(text: string): string | undefined {
  if (!/^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i.test(text) || !URL.canParse(`http://${text}`)) return undefined
  return new URL(`http://${text}`).hostname.replace(/^\[|\]$|\.$/g, '')
}
