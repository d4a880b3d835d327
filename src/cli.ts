#!/usr/bin/env node
// All that is loaded to print the version; everything else is behind `program.ts`.
import { readFileSync, writeSync } from 'node:fs'
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * V8 optimises a function after so much bytecode, or so many calls. A run is over within seconds: optimised early, most code is
 * thrown away before it pays (a sixth of the time of a large diff on Node 20, a third of its CPU time on Node 22, see
 * bench/README.md). An unknown flag V8 reports on stderr: by version.
 */
const optimiseLater: Readonly<Record<string, string>> = {
  '11.3': '--interrupt-budget=1000000',
  '12.4': '--invocation-count-for-turbofan=30000',
  // Maglev compiles before TurboFan there.
  '13.6': '--invocation-count-for-turbofan=30000 --invocation-count-for-maglev=4000',
}

if (!printsVersion(process.argv.slice(2))) {
  const flag = optimiseLater[/^\d+\.\d+/.exec(process.versions.v8)?.[0] ?? '']
  if (flag !== undefined) setFlagsFromString(flag)
  // From Node 22.8 on; NODE_DISABLE_COMPILE_CACHE turns it off.
  const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
  enableCompileCache?.()
  await import('./program.ts')
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
