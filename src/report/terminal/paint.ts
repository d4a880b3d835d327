import { styleText } from 'node:util'
import type { TerminalView } from '../../model/report/view.ts'

/** Colours a text, or leaves it as it is. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

/** How a terminal shows colours. */
export function paintOf({ colour }: Pick<TerminalView, 'colour'>): Paint {
  return (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text)
}

/**
 * A line whose source position is a link to its file, where the terminal has links
 * (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda, OSC 8). A position that is not whole in the line is none.
 */
export function withLink(line: string, source: string | undefined, { links }: Pick<TerminalView, 'links'>): string {
  if (links === undefined || source === undefined) return line
  const at = line.indexOf(source)
  const url = urlOf(source, links)
  if (at < 0 || url === undefined) return line
  const link = `\u001b]8;;${url}\u001b\\${source}\u001b]8;;\u001b\\`
  return line.slice(0, at) + link + line.slice(at + source.length)
}

/** Where a source position (`specs/shop/v1.yaml:12:3`) is; undefined for one of a revision in git, or of no file. */
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
