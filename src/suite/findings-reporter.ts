import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { createRedactor } from '../drift/redaction/redact.ts'
import { collectRun, type SuiteRun } from './running/collect.ts'

export interface FindingsReporterOptions {
  /** JSON file to write the run to, relative to the working directory. */
  readonly outputFile?: string
  /** Base folder of printed file names. Default: the working directory. */
  readonly cwd?: string
  /** Redacts credentials. Default: without the knowledge of a config. */
  readonly redact?: (text: string) => string
}

/** A vitest reporter that collects findings: `['specdrift/vitest-reporter', { outputFile: 'reports/findings.json' }]`. */
export default class FindingsReporter implements Reporter {
  /** Undefined until the run has ended. */
  run: SuiteRun | undefined
  readonly #options: FindingsReporterOptions

  constructor(options: FindingsReporterOptions = {}) {
    this.#options = options
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const { cwd = process.cwd(), outputFile, redact = createRedactor().text } = this.#options
    this.run = collectRun(modules, unhandled, { cwd, redact })
    if (outputFile === undefined) return
    const path = resolve(cwd, outputFile)
    const faults = this.run.faults.map(({ code, message, hint }) => ({ code, message, hint }))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.tmp`, `${JSON.stringify({ ...this.run, faults }, null, 2)}\n`)
    await rename(`${path}.tmp`, path)
  }
}
