import type { Socket } from 'node:net'
import { buildConnector } from 'undici'

const [prefix, end] = [/^HTTP\/1\.[01] 100\b/, '\r\n\r\n']
/** `HTTP/1.1 100`. */
const prefixLength = 12
/** A longer response head is not a `100 Continue`. */
const longest = 16 * 1024

/**
 * Makes connections that ignore `100 Continue`: a client ignores interim responses it did not ask for (RFC 9110
 * §15.2), but undici takes a 100 for a broken connection.
 */
export function withoutInterim(options: buildConnector.BuildOptions): buildConnector.connector {
  return passingOver(buildConnector(options))
}

/** The same for a connector that is there already. */
function passingOver(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null)
      const isHttp2 = 'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
      return callback(null, isHttp2 ? socket : filtered(socket))
    })
}

/** After something was sent, what is read first is the head of a response; it is held until it is known to be no 100. */
function filtered<T extends Socket>(socket: T): T {
  const { read, write } = socket
  let isHead = false
  let held = Buffer.alloc(0)
  function next(size?: number): Buffer | null {
    // Undici sets no encoding, so it reads bytes.
    const chunk = read.call(socket, size) as Buffer | null
    if (chunk === null || !isHead) return chunk
    held = Buffer.concat([held, chunk])
    while (prefix.test(held.toString('latin1', 0, prefixLength + 1))) {
      const at = held.indexOf(end)
      if (at < 0) break
      held = held.subarray(at + end.length)
    }
    const start = held.toString('latin1', 0, prefixLength + 1)
    const mayBeInterim = held.length <= prefixLength ? 'HTTP/1.1 100'.startsWith(start) : prefix.test(start)
    // More of it is read by the next call; there may be some already.
    if (mayBeInterim && held.length < longest) return next(size)
    const whole = held
    held = Buffer.alloc(0)
    isHead = false
    return whole
  }
  return Object.assign(socket, {
    read: next,
    write(...parts: Parameters<typeof write>) {
      isHead = true
      return write.apply(socket, parts)
    },
  })
}
