import { openRoute } from './dispatcher.ts'
import { proxyFromEnvironment } from './proxy.ts'

/** The subset of `fetch` that notifications need: text bodies, no redirects. */
export type PlainFetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends through the environment's proxy, or directly. Rejects like `fetch`. Throws USAGE if the proxy URL is invalid. */
export function proxiedFetch(env: Readonly<Record<string, string | undefined>>, straight: PlainFetch): PlainFetch {
  return async (url, init) => {
    const proxy = proxyFromEnvironment(url, env)
    return proxy === undefined ? straight(url, init) : throughProxy(url, init, proxy)
  }
}

// Node's `fetch` accepts only dispatchers from the bundled undici.
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
    // Undici ignores the signal while connecting.
    const { statusCode, headers, body } = await (signal ? Promise.race([sent, aborted(signal)]) : sent)
    const bytes = await body.arrayBuffer()
    const pairs = Object.entries(headers).flatMap(([name, value = []]) => [value].flat().map((each) => [name, each]))
    return new Response(bytes.byteLength === 0 ? null : bytes, {
      status: statusCode,
      headers: pairs as [string, string][],
    })
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new TypeError('the request through the proxy failed', { cause })
  } finally {
    // `destroy` doesn't wait for pending requests.
    await route.dispatcher.destroy()
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
