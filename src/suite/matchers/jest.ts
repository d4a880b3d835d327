import { join } from 'node:path'
import type { CheckOptions, MatcherResult } from './public-types.ts'
import { type Received, readReceived } from './received.ts'
import { whenReady } from './when-ready.ts'
import { askWorker } from './worker-client.ts'

/** The used part of Jest's `expect`. */
interface JestExpect {
  extend(matchers: object): void
}

const file = join(import.meta.dirname, 'suite/matchers/worker.js')

/** The matcher for `expect.extend({ toMatchContract })` in Jest, for CommonJS and ES modules. */
export function toMatchContract(
  this: { readonly currentTestName?: string } | undefined,
  response: unknown,
  operation?: string,
  options: CheckOptions = {},
): MatcherResult | Promise<MatcherResult> {
  const test = this?.currentTestName
  return whenReady(readReceived(response), (received: Received) => {
    const { pass, message } = askWorker({ received, operation, options, test }, file)
    return { pass, message: () => message }
  })
}

// Without Jest globals, users extend `expect` of `@jest/globals` themselves.
const { expect } = globalThis as { readonly expect?: JestExpect }
expect?.extend({ toMatchContract })
