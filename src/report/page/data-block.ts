import { deflateRawSync } from 'node:zlib'
import type { PageData } from './page-data.ts'

/** The data of a page as base64 of raw DEFLATE (RFC 1951), which `DecompressionStream('deflate-raw')` reads. */
export function dataBlock(data: PageData): string {
  return deflateRawSync(JSON.stringify(data), { level: 9 }).toString('base64')
}
