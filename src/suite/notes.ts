import { relative } from 'node:path'
import { TestRunner } from 'vitest'
import type { SuiteNotes } from './record.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the calls of the test found out. */
    specdrift?: SuiteNotes
  }
}

/** The suite file that is being collected or run, and where its notes go. */
export interface SuiteFile {
  /** Relative to the working directory, with forward slashes. */
  readonly name: string
  /** Notes of the running test; of the file when a hook makes the call. */
  notes(): { readonly notes: SuiteNotes; readonly test: string }
}

/** Finds out which file calls us. Works at its top level only, where `contract` is called. */
export function currentFile(cwd: string): SuiteFile {
  const { file } = TestRunner.getCurrentSuite()
  const name = relative(cwd, file.filepath).replaceAll('\\', '/')
  return {
    name,
    notes() {
      // Typed as if there always were one; outside a test there is none.
      const test = TestRunner.getCurrentTest() as ReturnType<typeof TestRunner.getCurrentTest> | undefined
      const { meta } = test ?? file
      meta.specdrift ??= { calls: [], notChecked: [] }
      return { notes: meta.specdrift, test: test?.fullTestName ?? name }
    },
  }
}
