import { execFileSync } from 'node:child_process'
import { access, chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type GithubStandIn, startGithub } from '../servers/github-stand-in.ts'
import { type CliService, startCliService } from './cli-service.ts'
import type { Run } from './run-cli.ts'
import { readWorkflow, runStep, type StepResult, stepsOf } from './workflow.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A clone of this project as CI jobs see it after `npm ci`: built, with dependencies, an origin, and stand-ins for GitHub and `gh`. */
export interface JobClone {
  readonly cwd: string
  /** Value of RUNNER_TEMP. */
  readonly temp: string
  /** PATH of steps, with the stand-in for `gh` first. */
  readonly path: string
  readonly github: GithubStandIn
  git(...args: readonly string[]): string
  /** Runs a step of a file in `.github`, identified by job and name: `report Merge`. Throws for an expression without a value. */
  step(file: string, where: string, given?: StepGiven): Promise<StepResult>
  /** Returns the command lines of `gh` calls. */
  ghLog(): Promise<string>
  close(): Promise<void>
}

/** Values of expressions, and additional environment. */
export interface StepGiven {
  readonly expressions?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

/** Default values of secrets and variables. */
const unset = {
  'github.token': 'github-token-of-the-test',
  'vars.LENDING_BASE_URL': '',
  'secrets.LENDING_MAIN_TOKEN': '',
  'secrets.LENDING_SUB_TOKEN': '',
}

const gh = `#!/bin/sh
echo "$@" >> "$GH_LOG"
if [ "$1 $2" = "pr list" ]; then echo "$GH_PENDING"; fi
`

/** Script that replaces `node`, except for the clone's command line. */
const nodeOf = ({ lines }: CliService): string => `#!/usr/bin/env bash
if [ "$1" != dist/cli.js ]; then exec "${process.execPath}" "$@"; fi
shift
${lines}`

/** Creates the clone. With `run`, `dist/cli.js` runs in this process. Throws if the project is not built. */
export async function cloneForJobs(run?: Run): Promise<JobClone> {
  await access(join(root, 'dist/cli.js')).catch(() => {
    throw new Error('the workflows run dist/cli.js: npm run build first')
  })
  const github = await startGithub()
  const temp = await mkdtemp(join(tmpdir(), 'specdrift-job-'))
  const cwd = join(temp, 'clone')
  const git = (...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main']
    return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  }
  for (const name of ['specs', 'suites', '.github', 'action.yml', 'action', 'specdrift.config.ts', 'package.json'])
    await cp(join(root, name), join(cwd, name), { recursive: true })
  await symlink(join(root, 'dist'), join(cwd, 'dist'))
  await linkPackages(join(cwd, 'node_modules'))
  await writeFile(join(cwd, '.gitignore'), 'dist\nnode_modules\nreports\nhistory\nshards\nsite\n')
  const service = await startCliService(run)
  await mkdir(join(temp, 'bin'))
  for (const [name, text] of [
    ['gh', gh],
    ['node', nodeOf(service)],
  ] as const) {
    await writeFile(join(temp, 'bin', name), text)
    await chmod(join(temp, 'bin', name), 0o755)
  }
  execFileSync('git', ['init', '--quiet', '--bare', join(temp, 'origin')])
  git('init', '--quiet')
  git('add', '-A')
  git('commit', '--quiet', '-m', 'all')
  git('remote', 'add', 'origin', join(temp, 'origin'))
  git('push', '--quiet', 'origin', 'main')
  const { HOME = '', PATH = '' } = process.env
  const log = join(temp, 'gh.log')
  const base = {
    HOME,
    PATH: `${join(temp, 'bin')}:${PATH}`,
    RUNNER_TEMP: temp,
    GH_LOG: log,
    GH_PENDING: '0',
    NO_COLOR: '1',
  }
  return {
    cwd,
    temp,
    path: base.PATH,
    github,
    git,
    async step(file, where, { expressions = {}, env = {} } = {}) {
      const workflow = await readWorkflow(file)
      const found = stepsOf(file, workflow).find(([name]) => name === `${file} ${where}`)
      if (found === undefined) throw new Error(`${file} has no step ${where}`)
      const all = { ...base, ...github.env, ...env }
      return runStep(workflow, found[1], { cwd, env: all, expressions: { ...unset, ...expressions } })
    },
    ghLog: () => readFile(log, 'utf8'),
    async close() {
      await github.close()
      await service.close()
      await rm(temp, { recursive: true, force: true })
    },
  }
}

/** Links the project's packages. Replaces `openapi-diff`, which takes half a minute, by a stub that reports one removed path. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'openapi-diff'), { recursive: true })
  const change = `{ code: 'path.remove', sourceSpecEntityDetails: [{ location: 'paths./gone' }], destinationSpecEntityDetails: [] }`
  await writeFile(join(folder, 'openapi-diff/package.json'), '{ "name": "openapi-diff", "main": "main.js" }')
  await writeFile(
    join(folder, 'openapi-diff/main.js'),
    `exports.diffSpecs = async () => ({ breakingDifferences: [${change}] })`,
  )
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== 'openapi-diff') await symlink(join(root, 'node_modules', name), join(folder, name))
}
