import { Argument, InvalidArgumentError, Option } from 'commander'
import { meant } from '../../../util/text.ts'

/** The name where it is one of those allowed. Throws what commander prints, with the name that may have been meant. */
export function oneOfNames<T extends string>(name: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === name)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}${meant(name, allowed)}.`)
}

/** An option that takes one of several names; a mistyped one is refused with a suggestion. */
export function choiceOption(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices(names).argParser((name: string) => oneOfNames(name, names))
}

/** The same for an argument. */
export function choiceArgument(name: string, description: string, names: readonly string[]): Argument {
  return new Argument(name, description).choices(names).argParser((word: string) => oneOfNames(word, names))
}
