import { BlockList, isIP } from 'node:net'
import { toolError } from '../../model/errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the proxy for a URL from HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, unless NO_PROXY or loopback excludes it. Throws USAGE. */
export function proxyFromEnvironment(url: string, env: Environment): string | undefined {
  const { protocol, hostname, port } = new URL(url)
  const names = [protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy']
  const name = names.flatMap((each) => [each, each.toUpperCase()]).find((each) => (env[each] ?? '') !== '')
  const value = name === undefined ? undefined : env[name]
  if (name === undefined || value === undefined) return undefined
  const excepted = (env.no_proxy ?? env.NO_PROXY ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const target = { host, port: port || (protocol === 'https:' ? '443' : '80') }
  if (isLoopback(host) || excepted.some((entry) => excepts(entry.toLowerCase(), target))) return undefined
  const proxy = value.includes('://') ? value : `http://${value}`
  if (URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol)) return proxy
  // The message must not print the value, which may contain a password.
  throw toolError('USAGE', [`The environment variable ${name} does not hold the URL of an HTTP proxy.`])
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host)
}

/** Matches a NO_PROXY entry: `*`, a host with its subdomains (also `.example.com`), `host:port`, an address or a CIDR range. */
function excepts(entry: string, { host, port }: { readonly host: string; readonly port: string }): boolean {
  if (entry === '*') return true
  const [range = '', bits] = entry.split('/')
  if (bits !== undefined) return inRange(host, range, Number(bits))
  const [, name = entry, only] = /^(.*[^:]):(\d+)$/.exec(entry) ?? []
  if (isIP(entry) === 0 && only !== undefined && only !== port) return false
  const domain = (isIP(entry) === 0 ? name : entry).replace(/^\*?\./, '').replace(/^\[|\]$/g, '')
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`))
}

function inRange(host: string, range: string, bits: number): boolean {
  const [family, ours] = [isIP(range), isIP(host)]
  const most = family === 6 ? 128 : 32
  if (family === 0 || family !== ours || !(Number.isInteger(bits) && bits >= 0 && bits <= most)) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(range, bits, type)
  return list.check(host, type)
}
