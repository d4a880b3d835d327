// Measures a child process from outside: wall time, CPU time and peak memory.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './cache.mjs'

const clock = '/usr/bin/time'
/** Without GNU time, only wall time is measured, and tables show `–` for the rest. */
export const hasClock = existsSync(clock)

/** Number of runs, for unique file names. */
let runs = 0

/**
 * Runs a command until it exits or exceeds the limit. Returns `{ wall, cpu, peak, code, ended, stdout, stderr }` in seconds, seconds and MB.
 * `ended` is the reason if there is no result.
 */
export async function measure([command, ...args], { timeLimit = 60, env = {}, cwd } = {}) {
  mkdirSync(cache, { recursive: true })
  const run = runs++
  const file = (name) => join(cache, `${name}.${process.pid}.${run}.txt`)
  const [out, err, usage] = [file('stdout'), file('stderr'), file('usage')]
  // Write to files rather than pipes, so that reading can't slow it down.
  const [outFd, errFd] = [openSync(out, 'w'), openSync(err, 'w')]
  const wrapped = hasClock ? [clock, ['-q', '-o', usage, '-f', '%U %S %M', command, ...args]] : [command, args]
  const started = performance.now()
  const child = spawn(wrapped[0], wrapped[1], {
    stdio: ['ignore', outFd, errFd],
    env: { ...process.env, ...env },
    cwd,
    // A separate process group, so that the limit also ends its children.
    detached: true,
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    process.kill(-child.pid, 'SIGKILL')
  }, timeLimit * 1000)
  const { code, signal } = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }))
  })
  clearTimeout(timer)
  closeSync(outFd)
  closeSync(errFd)
  const wall = (performance.now() - started) / 1000
  const written = hasClock && existsSync(usage) ? readFileSync(usage, 'utf8').trim().split('\n').at(-1) : ''
  const result = { wall, code, stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') }
  for (const name of [out, err, usage]) rmSync(name, { force: true })
  if (late) return { ...result, ended: `no result in ${timeLimit} s` }
  if (signal !== null) return { ...result, ended: `killed by ${signal}` }
  if (!hasClock) return result
  const [user, system, kilobytes] = written.split(' ').map(Number)
  return { ...result, cpu: user + system, peak: kilobytes / 1024 }
}

/** Returns the fastest run, because other load on a shared machine slows down the rest. */
export async function fastest(command, { runs = 3, ...options } = {}) {
  let best
  for (let run = 0; run < runs; run++) {
    const result = await measure(command, options)
    if (result.ended !== undefined) return result
    if (best === undefined || result.wall < best.wall) best = result
  }
  return best
}
