import { styleText } from 'node:util'
import type { TerminalView } from '../../model/report/view.ts'

/** Function that colors a string, or returns it unchanged if colors are off. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

export function paintOf({ colour }: Pick<TerminalView, 'colour'>): Paint {
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text)
}

/** Links a source position (OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda), unless it is truncated. */
export function withLink(line: string, source: string | undefined, { links }: Pick<TerminalView, 'links'>): string {
  if (links === undefined || source === undefined) return line
  const at = line.indexOf(source)
  const url = urlOf(source, links)
  if (at < 0 || url === undefined) return line
  const link = `\u001b]8;;${url}\u001b\\${source}\u001b]8;;\u001b\\`
  return line.slice(0, at) + link + line.slice(at + source.length)
}

/** Returns the URL of a source position (`specs/shop/v1.yaml:12:3`), or undefined for a git revision or standard input. */
function urlOf(source: string, folder: string): string | undefined {
  const file = source.replace(/:\d+(:\d+)?$/, '')
  if (/^(git:|<|-$)/.test(file)) return undefined
  try {
    const url = /^https?:\/\//.test(file)
      ? new URL(file)
      : new URL(
          file
            .split('/')
            .map((name) => encodeURIComponent(name))
            .join('/'),
          folder,
        )
    return /^(file|https?):$/.test(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
