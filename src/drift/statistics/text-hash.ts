/** MurmurHash3_x86_32 (Appleby) of a string, two UTF-16 code units per block. Only for counting, where sha256 would be too slow. */
export function hashOfText(text: string, seed: number): number {
  const { length } = text
  let hash = seed
  let at = 0
  for (; at + 1 < length; at += 2) {
    hash ^= scrambled(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16))
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64
  }
  if (at < length) hash ^= scrambled(text.charCodeAt(at))
  hash ^= 2 * length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function scrambled(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51)
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
}
