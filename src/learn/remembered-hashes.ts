/** Remembers hashes of texts in a fixed size of memory: most are asked for again and again. */
export interface RememberedHashes {
  /** The hash of a text: remembered, else made. */
  of(text: string): number
}

/** Words of 32 bits of a slot: two that stand for the text, its hash, and one that fills it up. */
const wordsPerSlot = 4
/** Slots that a text may have: together they are one line of a processor's cache. */
const ways = 4
/** A longer text has no slot. */
const longest = 256

/**
 * Makes the memory of so many slots, a power of 2. A text is known again by 63 bits that are made of it, so that nothing outside one
 * array is read, and of that one line: following a reference to each text takes several times as long. Hashes of 32 bits, which this
 * is for, are the same for two texts far more often than these bits.
 */
export function rememberHashes(make: (text: string) => number, slots: number): RememberedHashes {
  let table: Int32Array | undefined
  const lines = slots / ways
  /** Which slot of a full line is given away next. */
  let turn = 0
  return {
    of(text) {
      const { length } = text
      if (length > longest) return make(text)
      let one = length
      let other = ~length
      for (let at = 0; at < length; at += 2) {
        const two = text.charCodeAt(at) | (at + 1 < length ? text.charCodeAt(at + 1) << 16 : 0)
        one = Math.imul(one ^ two, 0x9e3779b1)
        one ^= one >>> 15
        other = Math.imul((other << 13) | (other >>> 19), 0x85ebca6b) ^ Math.imul(two, 0xc2b2ae35)
      }
      one = Math.imul(one ^ (other >>> 16), 0x85ebca6b)
      // An empty slot has 0.
      one = one ^ (one >>> 13) || 1
      table ??= new Int32Array(slots * wordsPerSlot)
      const line = (one & (lines - 1)) * ways * wordsPerSlot
      const end = line + ways * wordsPerSlot
      let slot = line
      for (; slot < end && table[slot] !== 0; slot += wordsPerSlot)
        if (table[slot] === one && table[slot + 1] === other) return (table[slot + 2] ?? 0) >>> 0
      if (slot === end) {
        turn = (turn + 1) % ways
        slot = line + turn * wordsPerSlot
      }
      const hash = make(text)
      table[slot] = one
      table[slot + 1] = other
      table[slot + 2] = hash
      return hash
    },
  }
}
