import { ToolError } from '../../model/errors.ts'

/** What came of looking at one thing a run needs. */
export interface Diagnosis {
  readonly status: 'ok' | 'warning' | 'error'
  /** Absent for what belongs to no API. */
  readonly api?: string
  readonly what: string
  readonly message: string
  /** What to do; absent when all is well. */
  readonly fix?: string
}

/** Turns what a check throws into what it found. */
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
