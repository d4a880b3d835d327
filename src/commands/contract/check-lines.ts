import type { DescriptionCheck } from '../../description/validation/validate.ts'
import type { Flaw } from '../../model/document.ts'

/** Formats problems of a description as warnings, and unchecked parts as notes. */
export function checkLines({ errors, notes }: DescriptionCheck): readonly string[] {
  const worded = ({ message, pointer }: Flaw): string => `${message} at ${pointer || 'the root'}`
  return [...errors.map((flaw) => `warning: ${worded(flaw)}`), ...notes.map((flaw) => `note: ${worded(flaw)}`)]
}
