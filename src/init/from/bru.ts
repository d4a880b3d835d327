import type { Json, JsonObject } from '../../model/json.ts'
import { byText } from '../../util/text.ts'

/** File of a Bruno collection. `path` is relative to the collection, with `/`. */
export interface BruFile {
  readonly path: string
  readonly text: string
}

/** Block of the Bru markup language (https://docs.usebruno.com/bru-lang/overview) with unindented lines. */
interface Block {
  readonly name: string
  readonly lines: readonly string[]
}

const methods = /^(?:get|post|put|delete|patch|options|head|connect|trace)$/

/** Converts a folder of `.bru` files to the format of Bruno's collection export. */
export function bruCollection(files: readonly BruFile[]): JsonObject {
  const read = files.map(({ path, text }) => ({ path, blocks: blocksOf(text) }))
  const isOf = (path: string, name: string): boolean => path === name || path.endsWith(`/${name}`)
  const around = read.filter(({ path }) => isOf(path, 'collection.bru') || isOf(path, 'folder.bru'))
  const environments = read.filter(({ path }) => /(?:^|\/)environments\/[^/]+$/.test(path))
  const requests = read.filter((one) => !around.includes(one) && !environments.includes(one))
  const variables = (blocks: readonly Block[], name: string): readonly Json[] => pairsOf(blocks, name)
  return {
    items: requests
      .map(({ path, blocks }) => ({ path, seq: Number(valueIn(blocks, 'meta', 'seq') ?? 0) || 0, blocks }))
      .sort((a, b) => byText(folderOf(a.path), folderOf(b.path)) || a.seq - b.seq || byText(a.path, b.path))
      .flatMap(({ path, blocks }) => {
        const outer = around.filter((one) => path.startsWith(folderOf(one.path)))
        return itemOf(
          path,
          blocks,
          outer.flatMap((one) => one.blocks),
        )
      }),
    environments: [
      ...around.map(({ blocks }) => ({ variables: variables(blocks, 'vars:pre-request') })),
      ...environments
        .sort((a, b) => byText(a.path, b.path))
        .map(({ blocks }) => ({ variables: variables(blocks, 'vars') })),
    ],
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function itemOf(path: string, blocks: readonly Block[], outer: readonly Block[]): JsonObject[] {
  const method = blocks.find(({ name }) => methods.test(name))
  const url = method && valueIn(blocks, method.name, 'url')
  if (method === undefined || url === undefined || url === '') return []
  const own = pairsOf(blocks, 'headers')
  const names = new Set(own.map((header) => String(header.name).toLowerCase()))
  const inherited = pairsOf(outer, 'headers').filter((header) => !names.has(String(header.name).toLowerCase()))
  return [
    {
      type: 'http-request',
      name: valueIn(blocks, 'meta', 'name') ?? path.replace(/^.*\/|\.bru$/g, ''),
      request: {
        method: method.name.toUpperCase(),
        url,
        headers: [...inherited, ...own],
        params: pairsOf(blocks, 'params:path').map((one) => ({ ...one, type: 'path' })),
        body: bodyOf(blocks, valueIn(blocks, method.name, 'body')),
        assertions: pairsOf(blocks, 'assert'),
        script: { req: textIn(blocks, 'script:pre-request'), res: textIn(blocks, 'script:post-response') },
        tests: textIn(blocks, 'tests'),
      },
    },
  ]
}

/** Returns text bodies by mode. Old files omit the mode. */
function bodyOf(
  blocks: readonly Block[],
  mode = blocks.some(({ name }) => name === 'body') ? 'json' : 'none',
): JsonObject {
  const text = (name: string): string => textIn(blocks, `body:${name}`)
  return {
    mode: mode === 'form-urlencoded' ? 'formUrlEncoded' : mode,
    json: text('json') || textIn(blocks, 'body'),
    text: text('text'),
    xml: text('xml'),
    formUrlEncoded: pairsOf(blocks, 'body:form-urlencoded'),
  }
}

/** Splits text into blocks. A block starts with `name {` or `name [` and ends with a line that contains only the closing bracket. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { readonly name: string; readonly end: string; readonly lines: string[] }[] = []
  let open: (typeof blocks)[number] | undefined
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (open !== undefined) {
      if (line.trimEnd() === open.end) open = undefined
      else open.lines.push(line.replace(/^ {2}|^\t/, ''))
      continue
    }
    const [, name, bracket] = /^([\w:-]+)\s*([{[])\s*$/.exec(line) ?? []
    if (name === undefined) continue
    open = { name, end: bracket === '{' ? '}' : ']', lines: [] }
    blocks.push(open)
  }
  return blocks
}

/** Parses lines of the form `name: value`. A leading `~` disables a line. */
function pairsOf(
  blocks: readonly Block[],
  block: string,
): readonly { name: string; value: string; enabled: boolean }[] {
  return blocks
    .filter(({ name }) => name === block)
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const at = line.indexOf(':')
      if (at < 1) return []
      const name = line
        .slice(0, at)
        .trim()
        .replace(/^"(.*)"$/, '$1')
      return [{ name: name.replace(/^~/, ''), value: line.slice(at + 1).trim(), enabled: !name.startsWith('~') }]
    })
}

function valueIn(blocks: readonly Block[], block: string, name: string): string | undefined {
  return pairsOf(blocks, block).find((one) => one.name === name)?.value
}

function textIn(blocks: readonly Block[], name: string): string {
  return blocks.find((block) => block.name === name)?.lines.join('\n') ?? ''
}
