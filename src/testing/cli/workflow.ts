import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'

/** Step of a workflow or composite action, with the fields used in tests. */
export interface Step {
  readonly name?: string
  readonly id?: string
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}

export interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
  readonly 'timeout-minutes'?: number
  readonly uses?: string
}

/** A workflow, or an action with `runs` instead of `jobs`. */
export interface Workflow {
  readonly on?: Readonly<Record<string, unknown>>
  readonly permissions?: Readonly<Record<string, string>>
  readonly concurrency?: object
  readonly env?: Readonly<Record<string, string>>
  readonly jobs?: Readonly<Record<string, Job>>
  readonly runs?: { readonly steps: readonly Step[] }
}

export interface StepResult {
  readonly code: number
  readonly log: string
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
}

const root = resolve(import.meta.dirname, '../../../.github')

/** Reads a workflow or action below `.github`. Other tests validate it against its schema. */
export async function readWorkflow(file: string): Promise<Workflow> {
  return load(await readFile(join(root, file), 'utf8')) as Workflow
}

/** Returns the steps of a file by location: `drift.yml report Merge`. */
export function stepsOf(file: string, { jobs = {}, runs }: Workflow): readonly (readonly [string, Step])[] {
  const named = (where: string, steps: readonly Step[]) =>
    steps.map((step, index) => [`${file} ${where}${step.name ?? step.uses ?? index}`, step] as const)
  if (runs !== undefined) return named('', runs.steps)
  return Object.entries(jobs).flatMap(([job, { steps = [] }]) => named(`${job} `, steps))
}

/** Working directory and variables of a step, and values of `${{ … }}` expressions. */
export interface StepEnvironment {
  readonly cwd: string
  /** Environment of the job. Overrides the workflow's, is overridden by the step's. */
  readonly env: Readonly<Record<string, string>>
  readonly expressions?: Readonly<Record<string, string>>
}

/** Runs a step's command like GitHub's Linux runners. Throws for an expression without a value. */
export async function runStep(workflow: Workflow, step: Step, environment: StepEnvironment): Promise<StepResult> {
  const { cwd, env, expressions = {} } = environment
  const fill = (variables: Step['env'] = {}) =>
    Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        String(value).replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
          const given = expressions[expression]
          if (given === undefined) throw new Error(`the step ${step.name} needs the expression ${expression}`)
          return given
        }),
      ]),
    )
  const folder = await mkdtemp(join(tmpdir(), 'specdrift-step-'))
  try {
    const files = {
      script: join(folder, 'script.sh'),
      output: join(folder, 'output'),
      summary: join(folder, 'summary'),
    }
    await writeFile(files.script, step.run ?? '')
    await writeFile(files.output, '')
    await writeFile(files.summary, '')
    const options = step.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e']
    // Share the compile cache with other tests.
    const { NODE_COMPILE_CACHE = '' } = process.env
    const runner = { GITHUB_OUTPUT: files.output, GITHUB_STEP_SUMMARY: files.summary, NODE_COMPILE_CACHE }
    const all = { ...fill(workflow.env), ...env, ...fill(step.env), ...runner }
    const [code, log] = await bash([...options, files.script], { cwd, env: all })
    const lines = (await readFile(files.output, 'utf8')).split('\n').filter(Boolean)
    const outputs = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    return { code, log, outputs, summary: await readFile(files.summary, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs bash. Returns exit code and output. */
export function bash(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<[number, string]> {
  return new Promise((done) => {
    execFile('bash', args, { ...options, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      done([error === null ? 0 : Number(error.code ?? 1), `${stdout}${stderr}`])
    })
  })
}
