/** Mutants of `no-effect.mjs` that can't hide an edit: part of the file and of the line, and why. */
export const harmless = []
