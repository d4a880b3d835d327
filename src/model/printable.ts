/**
 * Text from outside (descriptions, responses, file names, arguments) must not act where it is shown. Every stream and every
 * format passes through here.
 */

/** Control characters drive a terminal or break a line; format characters reorder or hide text. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu
/** A GitHub Actions runner looks for a command here: `::` starts a line, `##[` can be anywhere. */
const command = /^\s*:(?=:)|##(?=\w*\[)/g

/**
 * Escapes control, format, direction and lone-surrogate characters as `\u001b`, and breaks up workflow commands
 * (https://github.com/actions/runner, `ActionCommand.cs`). The result is one line.
 */
export function printable(text: string): string {
  return text.replace(unprintable, escaped).replace(command, (found) => found.slice(0, -1) + escaped(found.slice(-1)))
}

/** Like `printable`, but keeps line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Escapes the same characters and commands inside the strings of JSON text, which still parses to the same value. */
export function printableJson(json: string): string {
  const text = hides(json) ? json.replace(unusual, (found) => found.replace(hiddenInJson, escaped)) : json
  // Two hashes occur in strings only.
  return text.includes('##') ? text.replace(/##(?=\w*\[)/g, `#${escaped('#')}`) : text
}

/** Like `unprintable`, without the line breaks between values: inside a string they are escaped already. */
const hiddenInJson = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** A quick test before `hiddenInJson`, because property classes are slow on long text. Our own words never match. */
const unusual = /[^\n\x20-\x7e×→]+/g

/** Scanning is cheaper than rebuilding a long string. */
function hides(json: string): boolean {
  for (const [found] of json.matchAll(unusual)) if (found.search(hiddenInJson) >= 0) return true
  return false
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, index) => escapedUnit(text.charCodeAt(index))).join('')
}

function escapedUnit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}
