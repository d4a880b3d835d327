import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A file of the package, wherever this module was bundled to. */
export function packageFile(name: string): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return join(folder, name)
}
