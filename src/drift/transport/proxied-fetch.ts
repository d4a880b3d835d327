import { openRoute } from './dispatcher.ts'
import { proxyFromEnvironment } from './proxy.ts'

/** The part of `fetch` that messages to people need: what is sent is text, and no redirect is followed. */
export type PlainFetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends a request by the proxy that the environment names for its URL, and straight by `fetch` where it names none.
 * Rejects as `fetch` does: with a TypeError that has a cause, or with the signal's reason. Throws USAGE for what is no
 * proxy.
 */
export function proxiedFetch(env: Readonly<Record<string, string | undefined>>, straight: PlainFetch): PlainFetch {
  return async (url, init) => {
    const proxy = proxyFromEnvironment(url, env)
    return proxy === undefined ? straight(url, init) : throughProxy(url, init, proxy)
  }
}

// The `fetch` of Node takes a dispatcher only of the undici it has inside.
async function throughProxy(url: string, init: RequestInit, proxy: string): Promise<Response> {
  const { origin, host, pathname, search } = new URL(url)
  const { signal } = init
  const route = openRoute({ proxy }, url)
  try {
    const sent = route.dispatcher.request({
      ...route.address(origin, `${pathname}${search}`),
      method: init.method === 'PATCH' || init.method === 'POST' ? init.method : 'GET',
      headers: { host, ...route.headers, ...Object.fromEntries(new Headers(init.headers)) },
      body: typeof init.body === 'string' ? init.body : null,
      ...(signal && { signal }),
    })
    // Undici does not check the signal before there is a connection.
    const { statusCode, headers, body } = await (signal ? Promise.race([sent, aborted(signal)]) : sent)
    const bytes = await body.arrayBuffer()
    const pairs = Object.entries(headers).flatMap(([name, value = []]) => [value].flat().map((each) => [name, each]))
    // Two strings each.
    return new Response(bytes.byteLength === 0 ? null : bytes, {
      status: statusCode,
      headers: pairs as [string, string][],
    })
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new TypeError('the request through the proxy failed', { cause })
  } finally {
    // Pending requests are not waited for.
    await route.dispatcher.destroy()
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
