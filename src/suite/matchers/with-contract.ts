import { isError } from '../calls/record.ts'
import { checkReceived } from './check-received.ts'
import { openContract } from './open-contract.ts'
import type { ContractCheck, WithContractOptions } from './public-types.ts'
import { type Received, readReceived } from './received.ts'

/** Thrown by `withContract` for a response that doesn't conform. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
  readonly check: ContractCheck

  constructor(check: ContractCheck) {
    super(check.message)
    this.check = check
  }
}

/** Wraps `fetch` to check responses and accepted requests. Responses keep a readable body. Skips event streams. */
export function withContract(
  fetch: typeof globalThis.fetch,
  options: WithContractOptions = {},
): typeof globalThis.fetch {
  const { onViolation = 'throw', baseUrl } = options
  return async (input, init) => {
    const request = requestOf(input, init)
    const response = await fetch(input, init)
    const isOther = baseUrl !== undefined && !request.url.startsWith(baseUrl)
    if (isOther || response.headers.get('content-type')?.startsWith('text/event-stream') === true) return response
    const contract = await openContract(options)
    const received: Received = { ...(await readReceived(response)), ...(await request.exchange()) }
    const check = checkReceived(contract, received, undefined, { ...options, test: `${received.method} by fetch` })
    // An outage or a request to another API is no violation.
    if (onViolation !== 'throw') {
      if (check.findings.some(({ severity }) => severity !== 'info')) onViolation(check)
    } else if (check.findings.some(isError)) throw new ContractViolation(check)
    return response
  }
}

interface WrappedRequest {
  readonly url: string
  exchange(): Promise<Pick<Received, 'method' | 'path' | 'requestHeaders' | 'requestBody'>>
}

/** Reads the request before `fetch` consumes it. Non-text bodies aren't checked. */
function requestOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): WrappedRequest {
  const given = input instanceof Request ? input : undefined
  const url = given?.url ?? String(input)
  const text =
    typeof init?.body === 'string'
      ? Promise.resolve(init.body)
      : init?.body
        ? undefined
        : given?.body && given.clone().text()
  return {
    url,
    async exchange() {
      const { pathname, search } = new URL(url)
      const headers = new Headers(init?.headers ?? given?.headers)
      const body = text && (await text)
      return {
        method: (init?.method ?? given?.method ?? 'GET').toUpperCase(),
        path: pathname + search,
        requestHeaders: Object.fromEntries(headers),
        ...(body && { requestBody: body }),
      }
    },
  }
}
