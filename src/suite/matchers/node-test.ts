import { AssertionError } from 'node:assert'
import { checkResponse } from './index.ts'
import type { CheckOptions } from './public-types.ts'

/**
 * Asserts that a response conforms to the contract: `await matchesContract(response, 'GET /loans/{id}')`. For `node:test` and
 * every runner that supports `node:assert`. Throws AssertionError.
 */
export async function matchesContract(
  response: unknown,
  operation?: string,
  options: CheckOptions = {},
): Promise<void> {
  const { passes, message } = await checkResponse(response, operation, options)
  if (!passes) throw new AssertionError({ message, operator: 'matchesContract', stackStartFn: matchesContract })
}
