import { readFileSync } from 'node:fs'
import { packageFile } from '../files/package-file.ts'

/** Returns the version of specdrift from its package.json. */
export function toolVersion(): string {
  return read('version')
}

/** Returns the minimum Node version: `20.19`. */
export function requiredNode(): string {
  return read('node').replace(/^\D+/, '')
}

function read(key: 'version' | 'node'): string {
  const manifest: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
    readFileSync(packageFile('package.json'), 'utf8'),
  )
  return key === 'version' ? manifest.version : manifest.engines.node
}
