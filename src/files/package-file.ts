import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** Whether this is the build: Node 20 runs no TypeScript in a thread, so what a thread loads is of the build. */
export const isBuilt = extname(import.meta.filename) !== '.ts'

/** A file of the package, wherever this module was bundled to. */
export function packageFile(name: string): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return join(folder, name)
}
