import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { unpackedStream } from './unpack.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function unpacked(bytes: Uint8Array, size: number): Promise<readonly [text: string, code: unknown]> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of unpackedStream(inPieces(bytes, size))) parts.push(Buffer.from(part))
    return [Buffer.concat(parts).toString(), undefined]
  } catch (error) {
    return [Buffer.concat(parts).toString(), Object(error).code]
  }
}

it.each([50, 20_000])('gives what there is before it ends early, the same each time: %d lines', async (count) => {
  const whole = Array.from({ length: count }, (_, at) => `${(at * 2_654_435_761) % 2 ** 32} of ${at}\n`).join('')
  const packed = gzipSync(whole)
  expect(await unpacked(packed, 1000)).toEqual([whole, undefined])
  const [first, ...others] = await Promise.all(
    [7, 1000, 1 << 20, 1 << 20].map((size) => unpacked(packed.subarray(0, packed.length * 0.8), size)),
  )
  expect(first?.[1]).toBe('Z_BUF_ERROR')
  expect(whole.startsWith(first?.[0] ?? '-')).toBe(true)
  expect(first?.[0].length).toBeGreaterThan(whole.length / 2)
  expect(others).toEqual([first, first, first])
})
