/** Neutralizes text from outside (descriptions, responses, file names, arguments). All output goes through here. */

/** Control characters can drive a terminal or break lines; format characters can reorder or hide text. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Workflow commands that a GitHub Actions runner executes: `::` at the start of a line, `##[` anywhere. */
const command = /^\s*:(?=:)|##(?=\w*\[)/g

/**
 * Escapes control, format, bidirectional and lone surrogate characters as `\u001b`, and breaks up workflow commands
 * (https://github.com/actions/runner, `ActionCommand.cs`). Returns a single line.
 */
export function printable(text: string): string {
  return text.replace(unprintable, escaped).replace(command, (found) => found.slice(0, -1) + escaped(found.slice(-1)))
}

/** Like `printable`, but keeps line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Escapes the same characters in the strings of JSON text, which still parses to the same value. */
export function printableJson(json: string): string {
  const text = hides(json) ? json.replace(unusual, (found) => found.replace(hiddenInJson, escaped)) : json
  // Breaks up `##[…]` commands of CI logs. JSON has `##` only within strings, so the value stays the same.
  return text.includes('##') ? text.replace(/##(?=\w*\[)/g, `#${escaped('#')}`) : text
}

/** Like `unprintable`, but allows line breaks between values. Inside strings, JSON has already escaped them. */
const hiddenInJson = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Fast test before `hiddenInJson`, because Unicode property classes are slow on long text. */
const unusual = /[^\n\x20-\x7e×→]+/g

/** Returns true if the text has characters to escape. Scanning is cheaper than rebuilding a long string. */
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
