import { posix } from 'node:path'
import { type ToolError, toolError } from '../../../model/errors.ts'
import { type Attached, mostBodyBytes } from './attached.ts'
import { openZip } from './zip.ts'

/** Unsupported formats of tools that can export a supported one, with instructions. */
const others: readonly (readonly [begins: RegExp, what: string, instead: string])[] = [
  [
    // A netstring that contains netstrings: its length, followed by the first name.
    /\n\d+:\d+:[a-z_]+;/,
    'a flow dump of mitmproxy',
    'Convert it to HAR: mitmdump --no-server --rfile <dump> --set hardump=traffic.har',
  ],
  [
    /\.chlsj?\n/,
    'a session of Charles',
    'In Charles, choose File > Export Session… and the file type HTTP Archive (.har).',
  ],
]

const fiddler = [
  'a session archive of Fiddler (.saz)',
  'In Fiddler, choose File > Export Sessions > All Sessions… and the format HTTPArchive v1.2.',
] as const

/** Returns the error for an unsupported format that can be converted; undefined for other content. */
export function unreadFormat(name: string, head: Uint8Array): ToolError | undefined {
  const text = `${name.toLowerCase()}\n${Buffer.from(head.subarray(0, 200)).toString('latin1')}`
  const [, what, instead] = others.find(([begins]) => begins.test(text)) ?? []
  return what === undefined ? undefined : toolError('UNREAD_FORMAT', [name, what, instead ?? ''])
}

/** Returns the HAR in an archive, and the body files. Throws UNREAD_FORMAT without a HAR, and the errors of `openZip`. */
export function harIn(bytes: Uint8Array, file: string): [har: AsyncGenerator<Uint8Array>, attached: Attached] {
  const archive = openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), file)
  const name = archive.names.find((each) => each.endsWith('.har'))
  if (name !== undefined)
    return [archive.pieces(name), (body) => archive.read(posix.join(posix.dirname(name), body), mostBodyBytes)]
  const isOfFiddler = archive.names.some((each) => /^raw[/\\]\d+_[cs]\.txt$/.test(each))
  const [what, instead] = isOfFiddler
    ? fiddler
    : ['a ZIP archive without a HAR', 'Unpack it, and check the recordings in it.']
  throw toolError('UNREAD_FORMAT', [file, what, instead])
}
