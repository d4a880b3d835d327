import { Argument, InvalidArgumentError, Option } from 'commander'
import { meant } from '../../../util/text.ts'

/** Returns the name if it is allowed. Throws an error for commander with a suggestion. */
export function oneOfNames<T extends string>(name: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === name)
  if (found !== undefined) return found
  throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}${meant(name, allowed)}.`)
}

/** Returns an option with a fixed set of values. */
export function choiceOption(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices(names).argParser((name: string) => oneOfNames(name, names))
}

/** Returns an argument with a fixed set of values. */
export function choiceArgument(name: string, description: string, names: readonly string[]): Argument {
  return new Argument(name, description).choices(names).argParser((word: string) => oneOfNames(word, names))
}
