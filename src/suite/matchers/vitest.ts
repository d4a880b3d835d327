import { beforeAll, expect } from 'vitest'
import { loadContract, toMatchContract } from './index.ts'
import type { ContractMatchers } from './public-types.ts'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it so, and all declarations must agree.
  interface Matchers<T = any> extends ContractMatchers<Promise<void>> {}
}

expect.extend({ toMatchContract })
// A contract that can't be loaded fails the test that needs it, with a hint.
beforeAll(() => loadContract().catch(() => {}))
