#!/usr/bin/env node
// All that is loaded to print the version; everything else is behind `program.ts`.
import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { commandOf } from './start/command-of.ts'

/** What does the same a million times: code that is optimised early pays (a sixth of the CPU time of 60,000 exchanges on Node 20). */
const longRuns = new Set(['check', 'learn', 'describe', 'proxy'])

/**
 * undici's parser of HTTP is one large function of WebAssembly, which takes V8 0.1 s of CPU time to optimise: after some 200 responses
 * instead of the first few. The budget counts the bytes of code that are run over.
 */
const webAssembly = '--wasm-tiering-budget=2000000000'

/**
 * V8 optimises a function after so much bytecode, or so many calls. A run is over within seconds: optimised early, most code is
 * thrown away before it pays (a sixth of the time of a large diff on Node 20, a third of its CPU time on Node 22, see
 * bench/README.md). An unknown flag V8 reports on stderr: by version.
 */
const optimiseLater: Readonly<Record<string, string>> = {
  '11.3': `--interrupt-budget=1000000 ${webAssembly}`,
  '12.4': `--invocation-count-for-turbofan=30000 ${webAssembly}`,
  // Maglev compiles before TurboFan there.
  '13.6': `--invocation-count-for-turbofan=30000 --invocation-count-for-maglev=4000 ${webAssembly}`,
}

const argv = process.argv.slice(2)
if (!printsVersion(argv)) {
  const command = commandOf(argv)
  const flag = longRuns.has(command) ? undefined : optimiseLater[/^\d+\.\d+/.exec(process.versions.v8)?.[0] ?? '']
  // Before anything is compiled: code is kept by the flags it was compiled with.
  if (flag !== undefined) setFlagsFromString(flag)
  const { startChunk } = createRequire(import.meta.url)('./bin/load.cjs') as typeof import('./start/chunks.ts')
  startChunk('program.cjs', command)
}

/** Prints the version where nothing else is asked for. What cannot be written is left to the program, which reports it. */
function printsVersion([flag, ...others]: readonly string[]): boolean {
  if ((flag !== '--version' && flag !== '-V') || others.length > 0) return false
  try {
    // Beside the build and beside the sources alike.
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
    writeSync(1, `${(JSON.parse(manifest) as { readonly version: string }).version}\n`)
    return true
  } catch {
    return false
  }
}
