import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** Whether this is the build. Threads load the build, because Node 20 can't run TypeScript in threads. */
export const isBuilt = extname(import.meta.filename) !== '.ts'

/** Returns the path of a file in the package, wherever this module was bundled. Throws if no parent folder contains a `package.json`. */
export function packageFile(name: string, from = import.meta.dirname): string {
  let folder = from
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json is above ${from}: specdrift is not installed as a package.`)
    folder = parent
  }
  return join(folder, name)
}
