import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Report } from '../../model/report.ts'
import { type CliResult, type Run, runCli } from '../cli/run-cli.ts'
import { createSuiteProject, type SuiteProject, sendJson } from '../cli/suite-project.ts'

const root = resolve(import.meta.dirname, '../../..')
const item =
  "{ get: { responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } } }"

/** Paths of the API. Each operation has one finding. */
export const paths = Array.from({ length: 10 }, (_, at) => `/a${at}`)

/** A recorded run that tests can finish repeatedly with different start times, so that only storing the result takes time. */
export interface RecordedRun {
  readonly project: SuiteProject
  /** Replaces config members other than the API. */
  configure(config: object): Promise<void>
  /** Finishes the run in a child process with options of `report merge`. `code` is undefined if the process was killed. */
  end(
    id: number,
    options?: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<Omit<CliResult, 'code'> & { readonly code: number | undefined }>
  /** Runs a command in a child process. */
  cli(
    argv: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<Omit<CliResult, 'code'> & { readonly code: number | undefined }>
}

/** Records a run of an API that drifts at every operation. `config` has config members other than the API. */
export async function recordRun(run: Run, config: object = {}): Promise<RecordedRun> {
  const project = await createSuiteProject({
    description: `
openapi: 3.0.3
info: { title: Demo, version: '1' }
paths:
${paths.map((path, at) => `  ${path}: ${at === 0 ? `&path ${item}` : '*path'}\n`).join('')}`,
    suites: { 'a.suite.ts': paths.map((path) => `api.call('GET ${path}')`).join('\n') },
    handler: (request, response) => void request.resume().on('end', () => sendJson(response, { id: 1 })),
  })
  const demo = { suites: '*.suite.ts', target: { baseUrl: project.baseUrl } }
  const configure = (members: object) =>
    project.put('specdrift.config.json', JSON.stringify({ ...members, apis: { demo } }))
  await configure(config)
  await runCli(run, ['snapshot', 'add', 'demo', 'openapi.yaml', '--id', 'v1'], { cwd: project.folder })
  await runCli(run, ['monitor', 'demo', '--shard', '1/1'], { cwd: project.folder })
  const recorded: Report = JSON.parse(await readFile(join(project.folder, 'reports/demo/report.json'), 'utf8'))
  const cli: RecordedRun['cli'] = async (argv, env = {}) => {
    const flags = ['--import', join(root, 'src/testing/cli/kill-at.mjs'), join(root, 'dist/cli.js')]
    const child = spawn(process.execPath, [...flags, ...argv], {
      ...{ cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
    })
    const written = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk) => {
        written[name] += chunk
      })
    const code = await new Promise<number | null>((done) => child.on('close', done))
    return { ...written, code: code ?? undefined }
  }
  return {
    ...{ project, configure, cli },
    async end(id, options = [], env) {
      const times = { ...recorded.times, startedAt: startOf(id) }
      await writeFile(join(project.folder, `${id}.json`), JSON.stringify({ ...recorded, times }))
      return cli(['report', 'merge', `${id}.json`, '--output', `out/${id}`, ...options], env)
    },
  }
}

/** Returns the start time of a run. */
export function startOf(id: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString()
}
