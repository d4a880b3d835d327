import { AssertionError } from 'node:assert'
import { checkResponse } from './index.ts'
import type { CheckOptions } from './public-types.ts'

/** Asserts conformance with `node:assert`: `await matchesContract(response, 'GET /loans/{id}')`. Throws AssertionError. */
export async function matchesContract(
  response: unknown,
  operation?: string,
  options: CheckOptions = {},
): Promise<void> {
  const { passes, message } = await checkResponse(response, operation, options)
  if (!passes) throw new AssertionError({ message, operator: 'matchesContract', stackStartFn: matchesContract })
}
