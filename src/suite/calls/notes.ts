import { relative } from 'node:path'
import { type RunnerTask, type RunnerTaskResultPack, TestRunner } from 'vitest'
import type { SuiteNotes } from './record.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the calls of the test found out. */
    specdrift?: SuiteNotes
  }
}

/** Where the records of a call go. */
export interface NoteContext {
  readonly notes: SuiteNotes
  /** Full name of the test, or the file's when a hook makes the call. */
  readonly test: string
  /** Ends the test as skipped; absent in a hook. */
  skip?(because: string): never
}

/** The suite file that is being collected or run, and where its notes go. */
export interface SuiteFile {
  /** Absolute. */
  readonly path: string
  /** Relative to the working directory, with forward slashes. */
  readonly name: string
  /** Another object every time the file is run. */
  readonly task: object
  /** The file and its tests as they are now. */
  tasks(): readonly RunnerTaskResultPack[]
  /** The running test; the file when a hook makes the call. */
  here(): NoteContext
}

/** Finds out which file calls us. Works at its top level only, where `contract` is called. */
export function currentFile(cwd: string): SuiteFile {
  const { file } = TestRunner.getCurrentSuite()
  const name = relative(cwd, file.filepath).replaceAll('\\', '/')
  return {
    path: file.filepath,
    name,
    task: file,
    tasks: () => statesOf(file),
    here() {
      // Typed as if there always were one; outside a test there is none.
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
