import { readFileSync } from 'node:fs'
import { packageFile } from '../files/package-file.ts'

/** The version of specdrift, from its own package.json. */
export function toolVersion(): string {
  return read('version')
}

/** The least version of Node it runs on: `20.19`. */
export function requiredNode(): string {
  return read('node').replace(/^\D+/, '')
}

function read(key: 'version' | 'node'): string {
  const manifest: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  )
  return key === 'version' ? manifest.version : manifest.engines.node
}
