import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The version of specdrift, from its own package.json. */
export function toolVersion(): string {
  return read('version')
}

/** The least version of Node it runs on: `20.19`. */
export function requiredNode(): string {
  return read('node').replace(/^\D+/, '')
}

/** A file of the package, wherever this module was bundled to. */
export function packageFile(name: string): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return join(folder, name)
}

function read(key: 'version' | 'node'): string {
  const manifest: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  )
  return key === 'version' ? manifest.version : manifest.engines.node
}
