import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** Whether this is the build: Node 20 runs no TypeScript in a thread, so what a thread loads is of the build. */
export const isBuilt = extname(import.meta.filename) !== '.ts'

/** A file of the package, wherever this module was bundled to. Throws an Error where no folder above holds a `package.json`. */
export function packageFile(name: string, from = import.meta.dirname): string {
  let folder = from
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json is above ${from}: specdrift is not installed as a package.`)
    folder = parent
  }
  return join(folder, name)
}
