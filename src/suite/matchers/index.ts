import { checkReceived } from './check-received.ts'
import { openContract } from './open-contract.ts'
import type { CheckOptions, ContractCheck, ContractOptions, MatcherResult } from './public-types.ts'
import { readReceived } from './received.ts'
import { whenReady } from './when-ready.ts'

export type {
  CheckOptions,
  ContractCheck,
  ContractMatchers,
  ContractOptions,
  MatcherResult,
  WithContractOptions,
} from './public-types.ts'
export { ContractViolation, withContract } from './with-contract.ts'

/**
 * Loads the contract, so that matchers need no `await` for responses with a complete body (supertest, axios, Fastify). Throws
 * UNKNOWN_API, CONFIG_INVALID and the errors of reading the description.
 */
export async function loadContract(options: ContractOptions = {}): Promise<void> {
  await openContract(options)
}

/** Checks a response of any client against the contract. Throws UNKNOWN_OPERATION and the errors of loading the contract. */
export async function checkResponse(
  response: unknown,
  operation?: string,
  options: CheckOptions = {},
): Promise<ContractCheck> {
  return checkReceived(await openContract(options), await readReceived(response), operation, options)
}

/** The test runner's `this`. */
interface MatcherContext {
  readonly currentTestName?: string | undefined
}

/** The matcher for `expect.extend({ toMatchContract })` in Vitest and Jest. */
export function toMatchContract(
  this: MatcherContext | undefined,
  response: unknown,
  operation?: string,
  options: CheckOptions = {},
): MatcherResult | Promise<MatcherResult> {
  const test = options.test ?? this?.currentTestName
  const named = test === undefined ? options : { ...options, test }
  return whenReady(openContract(options), (contract) =>
    whenReady(readReceived(response), (received) => {
      const { passes, message } = checkReceived(contract, received, operation, named)
      return { pass: passes, message: () => message }
    }),
  )
}
