import type { Finding } from '../../model/finding.ts'
import type { NotChecked, Outcome } from '../../model/observation.ts'
import type { Expectation } from '../api/expectation.ts'

/** Which contract responses are held to. */
export interface ContractOptions {
  /** The API, as the config calls it. Default: `SPECDRIFT_API`, else the only one. */
  readonly api?: string
  /** A description instead of the latest snapshot: a path, a URL, `git:<rev>:<path>` or `<api>@<version>`. */
  readonly description?: string
  /** Where the config is. Default: the working directory. */
  readonly cwd?: string
  /** Folder that each check is recorded in, for `specdrift report merge`. Default: `SPECDRIFT_RECORD`, else none. */
  readonly record?: string
}

/** What of one response is expected besides the contract. */
export interface CheckOptions extends ContractOptions {
  /** The status: 404, `'4XX'`, or a list. Default: any that the description documents. */
  readonly status?: Expectation
  /** What the check is called in the report. Default: the name of the test, where the runner names it. */
  readonly test?: string
}

/** The result of holding one response to the contract. */
export interface ContractCheck {
  /** No finding of severity error, and the response was checked. */
  readonly passes: boolean
  /** The findings as text, or that there is none. */
  readonly message: string
  /** `GET /loans/{id}`; absent when no operation of the description matches the request. */
  readonly operation?: string
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
  readonly notChecked: readonly NotChecked[]
}

/** What a matcher returns to Vitest and Jest. */
export interface MatcherResult {
  readonly pass: boolean
  message(): string
}

/** What `withContract` does with a response that does not conform. */
export interface WithContractOptions extends ContractOptions {
  /** `throw` (default) rejects a call whose findings are errors; a function gets every check with an error or a warning, and the call goes on. */
  readonly onViolation?: 'throw' | ((check: ContractCheck) => void)
  /** Only requests below this address are checked. Default: all. */
  readonly baseUrl?: string
}

/** The matchers, as `expect` has them. */
export interface ContractMatchers<R> {
  /**
   * Holds a response to the contract: `await expect(response).toMatchContract('GET /loans/{id}')`. The operation may be left out
   * where the client passes on the method of the request.
   */
  toMatchContract(operation?: string, options?: CheckOptions): R
}
