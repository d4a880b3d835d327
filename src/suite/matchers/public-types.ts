import type { Finding } from '../../model/finding.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'
import type { Expectation } from '../api/expectation.ts'

/** Selects the contract to check against. */
export interface ContractOptions {
  /** Name of the API in the config. Default: `SPECDRIFT_API`, or the only API. */
  readonly api?: string
  /** A description instead of the latest snapshot: a path, a URL, `git:<rev>:<path>` or `<api>@<version>`. */
  readonly description?: string
  /** Folder of the config. Default: the working directory. */
  readonly cwd?: string
  /** Folder to record each check in, for `specdrift report merge`. Default: `SPECDRIFT_RECORD`, if set. */
  readonly record?: string
}

/** Options for checking one response. */
export interface CheckOptions extends ContractOptions {
  /** Expected status: 404, `'4XX'` or a list. Default: any documented status. */
  readonly status?: Expectation
  /** Name of the check in the report. Default: the test name, if the runner provides it. */
  readonly test?: string
}

/** Result of checking one response. */
export interface ContractCheck {
  /** The response was checked and has no finding of severity error. */
  readonly passes: boolean
  /** The findings as text, or a success message. */
  readonly message: string
  /** `GET /loans/{id}`; absent if no operation matches the request. */
  readonly operation?: string
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
}

/** Result of a matcher for Vitest and Jest. */
export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/** Options for `withContract`. */
export interface WithContractOptions extends ContractOptions {
  /** `throw` (default) rejects a call with error findings. A function receives checks with errors or warnings instead. */
  readonly onViolation?: 'throw' | ((check: ContractCheck) => void)
  /** Check only requests below this URL. Default: all. */
  readonly baseUrl?: string
}

/** Matchers added to `expect`. */
export interface ContractMatchers<R> {
  /** `await expect(response).toMatchContract('GET /loans/{id}')`. The operation is optional if the client exposes the method. */
  toMatchContract(operation?: string, options?: CheckOptions): R
}
