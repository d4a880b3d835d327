import { ToolError } from '../../model/errors.ts'

/** Result of checking one prerequisite of a run. */
export interface Diagnosis {
  readonly status: 'ok' | 'warning' | 'error'
  /** Absent for checks that don't concern a single API. */
  readonly api?: string
  readonly what: string
  readonly message: string
  /** What to do; absent if the status is `ok`. */
  readonly fix?: string
}

/** Runs a check and converts an exception to a diagnosis. */
export async function diagnosed(
  at: Pick<Diagnosis, 'api' | 'what'>,
  look: () => Promise<Omit<Diagnosis, 'api' | 'what'>>,
): Promise<Diagnosis> {
  try {
    return { ...at, ...(await look()) }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { ...at, status: 'error', message: error.message, fix: error.hint }
  }
}
