/** Surviving mutants of `no-effect.mjs` that can't hide an edit: part of the file name, part of the line, and the reason. */
export const harmless = [
  {
    file: 'blame/blame.ts',
    at: 'silent.has(edit.kind)',
    why: 'without a count each edit is asked about by itself, which gives the same answer more slowly',
  },
  { file: 'blame/blame.ts', at: 'seen.has(child)', why: 'fewer edits are counted: the same' },
  {
    file: 'keywords/pattern-properties.ts',
    at: 'twin === undefined',
    why: 'both patterns are reported as removed and added instead',
  },
]
