import { posix, win32 } from 'node:path'
import { percentDecoded } from '../../util/pointer.ts'
import { withoutSecrets } from '../../util/secret-keys.ts'

/** The location of a reference, or why it isn't followed. */
export type Resolution = { readonly location: string } | { readonly refused: string }

/** Decides which files a description may include. Pure, without I/O. */
export interface Confinement {
  /** Resolves `target` as written in the file `from`. */
  resolve(target: string, from: string): Resolution
  /** Returns the mount name of a file: its path relative to the description's folder. */
  pathOf(location: string): string
}

/** Allows files inside the main file's folder. Paths use forward slashes. */
export function confineToFolder(main: string): Confinement {
  const folder = posix.dirname(main)
  return {
    resolve(target, from) {
      const written = percentDecoded(target).replaceAll('\\', '/')
      if (/^[a-z][a-z0-9+.-]+:/i.test(written) || written.startsWith('//'))
        return { refused: 'a description read from a file may not reach the network or another scheme' }
      if (posix.isAbsolute(written) || win32.isAbsolute(written)) return { refused: 'the path is absolute' }
      if (written.includes('\0')) return { refused: 'the path holds a NUL' }
      const location = posix.join(posix.dirname(from), written)
      return isBelow(folder, location) ? { location } : { refused: "it leaves the description's folder" }
    },
    pathOf: (location) => posix.relative(folder, location),
  }
}

/** Returns whether a normalized path is below a folder. */
export function isBelow(folder: string, location: string): boolean {
  const path = posix.relative(folder, location)
  return path !== '' && path !== '..' && !path.startsWith('../') && !posix.isAbsolute(path)
}

/** Allows the origin (scheme, host and port) of the main URL. */
export function confineToOrigin(main: string): Confinement {
  const { origin, pathname } = new URL(main)
  return {
    resolve(target, from) {
      if (!URL.canParse(target, from)) return { refused: 'it is not a URL' }
      const url = new URL(target, from)
      if (url.origin !== origin) return { refused: `it leaves ${origin}` }
      if (url.username !== '' || url.password !== '') return { refused: 'it holds credentials' }
      url.hash = ''
      return { location: url.href }
    },
    pathOf(location) {
      const url = new URL(location)
      return withoutSecrets(posix.relative(posix.dirname(pathname), url.pathname) + url.search)
    },
  }
}
