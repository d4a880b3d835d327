import type { PageData } from '../page-data.ts'

/** Undoes `dataBlock`. */
export async function readData(base64: string): Promise<PageData> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return JSON.parse(await new Response(stream).text())
}
