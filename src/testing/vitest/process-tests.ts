import { isTest, localImports, sources, textOf } from '../source-files.ts'

const starter = /^(?:import|\}) .*from '(?:node:child_process|playwright-core)'/m

/**
 * Returns the test files that start processes, browsers or database servers, relative to `root`: those that import `node:child_process`
 * or a browser themselves, or import a module that does. `npm test` leaves them to `npm run test:all`.
 */
export function processTests(): string[] {
  const starters = new Set(sources.filter(startsProcess))
  for (let size = -1; size < starters.size; ) {
    size = starters.size
    for (const file of sources)
      if (file.startsWith('testing/') && localImports(file).some((name) => starters.has(name))) starters.add(file)
  }
  return sources
    .filter(isTest)
    .filter((file) => startsProcess(file) || localImports(file).some((name) => starters.has(name)))
}

function startsProcess(file: string): boolean {
  return starter.test(textOf(file))
}
