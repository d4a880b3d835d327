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

it('returns the data before a broken part', async () => {
  const whole = Array.from({ length: 20_000 }, (_, at) => `${(at * 2_654_435_761) % 2 ** 32} of ${at}\n`).join('')
  const packed = gzipSync(whole)
  const [text, code] = await unpacked(packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 100), 1000)
  expect(code).toBe('Z_DATA_ERROR')
  expect(text.slice(0, whole.length / 3) === whole.slice(0, whole.length / 3)).toBe(true)
})

it.each([50, 20_000])('returns the data before a truncation, deterministically: %d lines', async (count) => {
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

/** Returns a frame of raw blocks (RFC 8878 §3.1.1). */
function zstdFrame(text: string, blockSize = 100): Buffer {
  const bytes = Buffer.from(text)
  const blocks = Array.from({ length: Math.ceil(bytes.length / blockSize) }, (_, index) => {
    const block = bytes.subarray(index * blockSize, (index + 1) * blockSize)
    const header = Buffer.alloc(3)
    header.writeUIntLE((block.length << 3) | ((index + 1) * blockSize >= bytes.length ? 1 : 0), 0, 3)
    return Buffer.concat([header, block])
  })
  return Buffer.concat([Buffer.from('28b52ffd0058', 'hex'), ...blocks])
}

const skipped = Buffer.concat([Buffer.from('502a4d1803000000', 'hex'), Buffer.from('abc')])
const text = Array.from({ length: 300 }, (_, at) => `line ${at}\n`).join('')

it.each([
  ['one frame', [zstdFrame(text)], text],
  ['several', [zstdFrame(text), zstdFrame('more'), zstdFrame(text)], `${text}more${text}`],
  ['frames to be skipped', [skipped, zstdFrame(text), skipped, zstdFrame('more')], `${text}more`],
])('unpacks zstd in chunks of any size, on every Node version: %s', async (_, frames, whole) => {
  for (const size of [1, 7, 1000, 1 << 20])
    expect(await unpacked(Buffer.concat(frames), size)).toEqual([whole, undefined])
})

it.each([
  ['ends early', zstdFrame(text).subarray(0, -50)],
  ['ends within its second frame', Buffer.concat([zstdFrame(text), zstdFrame(text).subarray(0, 5)])],
  ['continues with other data', Buffer.concat([zstdFrame(text), Buffer.from('something else')])],
])('returns the readable part of zstd data that %s', async (_, packed) => {
  for (const size of [7, 1000, 1 << 20]) {
    const [found, code] = await unpacked(packed, size)
    expect([text.startsWith(found), found.length > text.length - 200, code]).toEqual([true, true, 'ZSTD_BROKEN'])
  }
})
