import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { errorBody, Refusal } from './refusal.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Accepts loopback names (RFC 6761 §6.3), `host`, or if it means every address, the one in use. Prevents DNS rebinding. */
export function isOwnHost({ headersDistinct, url = '', socket }: IncomingMessage, host: string): boolean {
  const [name, another] = headersDistinct.host ?? []
  if (name === undefined || another !== undefined) return false
  const names = url.startsWith('/') || url === '*' ? [name] : [name, /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '']
  const own = hostOf(isIP(host) === 6 ? `[${host}]` : host)
  const isEvery = own === '0.0.0.0' || own === '::'
  return names.map(hostOf).every((requested) => {
    if (requested === undefined) return false
    if (requested === own || /^(?:.+\.)?localhost$/.test(requested)) return true
    const version = isIP(requested)
    if (version === 0) return false
    if (isEvery && requested === socket.localAddress?.replace(/^::ffff:/, '')) return true
    return loopback.check(requested, version === 4 ? 'ipv4' : 'ipv6')
  })
}

/** Returns 403 for another host on both ports, before a trace id is assigned. */
export function refuseHost({ httpVersion, headersDistinct }: IncomingMessage, response: ServerResponse): void {
  // RFC 9112 §3.2.
  const isMalformed = httpVersion === '1.1' && headersDistinct.host?.length !== 1
  const refusal = isMalformed
    ? new Refusal(400, 'INVALID_FIELD', 'A request must have one Host.')
    : new Refusal(
        403,
        'FORBIDDEN',
        'The Host is not a name of this server: its names are localhost and the name it listens on.',
      )
  const body = JSON.stringify(errorBody(refusal, 'trace-0'))
  response.writeHead(refusal.status, { 'content-type': 'application/json', connection: 'close' }).end(body)
}

/** Returns the normalized host of `host:port`, or undefined if invalid. */
function hostOf(text: string): string | undefined {
  if (!/^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i.test(text) || !URL.canParse(`http://${text}`)) return undefined
  return new URL(`http://${text}`).hostname.replace(/^\[|\]$|\.$/g, '')
}
