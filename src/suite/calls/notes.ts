import { relative } from 'node:path'
import { type RunnerTask, type RunnerTaskResultPack, TestRunner } from 'vitest'
import type { SuiteNotes } from './record.ts'

declare module 'vitest' {
  interface TaskMeta {
    specdrift?: SuiteNotes
  }
}

/** Destination for the records of a call. */
export interface NoteContext {
  readonly notes: SuiteNotes
  /** Full name of the test, or of the file for a call in a hook. */
  readonly test: string
  /** Skips the test; absent in a hook. */
  skip?(because: string): never
}

export interface SuiteFile {
  /** Absolute path. */
  readonly path: string
  /** Path relative to the working directory, with forward slashes. */
  readonly name: string
  /** A new object for each run of the file. */
  readonly task: object
  tasks(): readonly RunnerTaskResultPack[]
  /** Returns the running test, or the file for a call in a hook. */
  here(): NoteContext
}

/** Returns the calling suite file. Works only at its top level, where `contract` is called. */
export function currentFile(cwd: string): SuiteFile {
  const { file } = TestRunner.getCurrentSuite()
  const name = relative(cwd, file.filepath).replaceAll('\\', '/')
  return {
    path: file.filepath,
    name,
    task: file,
    tasks: () => statesOf(file),
    here() {
      // Typed as always defined, but undefined outside of a test.
      const test = TestRunner.getCurrentTest() as ReturnType<typeof TestRunner.getCurrentTest> | undefined
      const { meta } = test ?? file
      meta.specdrift ??= { calls: [], notChecked: [] }
      const context = { notes: meta.specdrift, test: test?.fullTestName ?? name }
      return test === undefined ? context : { ...context, skip: (because) => test.context.skip(because) }
    },
  }
}

function statesOf(task: RunnerTask): RunnerTaskResultPack[] {
  const below = 'tasks' in task ? task.tasks.flatMap(statesOf) : []
  return [[task.id, task.result, task.meta], ...below]
}
