const atext = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const dotString = `${atext}(?:\\.${atext})*`
const quotedString = '"(?:[ !#-[\\]-~]|\\\\[ -~])*"'
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const mailbox = new RegExp(`^(${dotString}|${quotedString})@(${label}(?:\\.${label})*|\\[[!-Z^-~]+\\])$`)

/** RFC 5321 §4.5.3.1.1 and §4.5.3.1.3: octets of a local part, and of a path without its angle brackets. */
const limits = { local: 64, address: 254 }

/**
 * Whether a text is a Mailbox of RFC 5321 §4.1.2: one label is a domain (`user@localhost`), the local part may be
 * quoted, and an address literal may replace the domain. `isAddress` tests the two IP formats of the literals.
 */
export function isMailbox(text: string, isAddress: (version: 'ipv4' | 'ipv6', text: string) => boolean): boolean {
  if (text.length > limits.address) return false
  const [, local = '', domain = ''] = mailbox.exec(text) ?? []
  if (domain === '' || local.length > limits.local) return false
  if (!domain.startsWith('[')) return true
  const literal = domain.slice(1, -1)
  const tag = /^([A-Za-z0-9-]*[A-Za-z0-9]):(?=.)/.exec(literal)?.[1]
  if (tag === undefined) return isAddress('ipv4', literal)
  return tag.toLowerCase() !== 'ipv6' || isAddress('ipv6', literal.slice(tag.length + 1))
}
