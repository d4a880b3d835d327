const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const dotString = `${atext}(?:\\.${atext})*`
const quotedString = '"(?:[ !#-[\\]-~]|\\\\[ -~])*"'
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const mailbox = new RegExp(`^(${dotString}|${quotedString})@(${label}(?:\\.${label})*|\\[[!-Z^-~]+\\])$`)

/** RFC 5321 §4.5.3.1.1 and §4.5.3.1.3: octets of a local part, and of a path without angle brackets. */
const limits = { local: 64, address: 254 }

/** Returns whether a string is a Mailbox (RFC 5321 §4.1.2), such as `user@localhost`. `isAddress` checks IP addresses of literals. */
export function isMailbox(text: string, isAddress: (version: 'ipv4' | 'ipv6', text: string) => boolean): boolean {
  if (text.length > limits.address) return false
  if (isPlainMailbox(text)) return true
  const [, local = '', domain = ''] = mailbox.exec(text) ?? []
  if (domain === '' || local.length > limits.local) return false
  if (!domain.startsWith('[')) return true
  const literal = domain.slice(1, -1)
  const tag = /^([A-Za-z0-9-]*[A-Za-z0-9]):(?=.)/.exec(literal)?.[1]
  if (tag === undefined) return isAddress('ipv4', literal)
  return tag.toLowerCase() !== 'ipv6' || isAddress('ipv6', literal.slice(tag.length + 1))
}

const dot = 0x2e
const hyphen = 0x2d
/** Octets of a label (RFC 1035 §2.3.4). */
const longestLabel = 63

/** Returns true for common addresses, words separated by single dots. False means that the full test must decide. */
export function isPlainMailbox(text: string): boolean {
  const end = text.indexOf('@')
  return (
    end > 0 &&
    end <= limits.local &&
    isDotted(text, 0, end, isOfWord) &&
    isDotted(text, end + 1, text.length, isOfLabel)
  )
}

/** Returns whether the range consists of non-empty, dot-separated words of accepted characters, each at most as long as a label. */
function isDotted(text: string, start: number, end: number, isOf: (code: number) => boolean): boolean {
  let length = 0
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code === dot) {
      if (length === 0) return false
      length = 0
    } else if (isOf(code)) length++
    else return false
    if (length > longestLabel) return false
  }
  return length > 0
}

/** Common atom characters. */
function isOfWord(code: number): boolean {
  return isOfLabel(code) || code === hyphen || code === 0x5f || code === 0x2b
}

/** Letters and digits. The hyphen is excluded because labels can't start or end with it. */
function isOfLabel(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
}
