import { firstOf, plural } from '../../util/text.ts'
import { printable } from '../labels.ts'
import type { Notification } from './notification.ts'

/** A message for an incoming webhook: `text` is what a notification shows, https://api.slack.com/block-kit. */
export interface SlackMessage {
  readonly text: string
  readonly blocks: readonly object[]
}

/** Slack takes 50 blocks, and 3,000 characters in a text of one. */
const mostFindings = 20
const longestText = 2900

/** A notification for Slack: at most 20 findings, and how many more there are. */
export function slackMessage(notification: Notification): SlackMessage {
  const { api, status, counts, runUrl, contract, target, joined = [] } = notification
  const words = [
    [counts.new, 'new'],
    [counts.regressed, 'regressed'],
    [joined.length, 'on more operations'],
    [counts.fixed, 'fixed'],
  ] as const
  const counted = words.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
  const rest = counts.open === 0 ? 'nothing is open any more' : `${plural(counts.open, 'finding')} open`
  const text = `${status === 'clean' ? '✅' : '❌'} ${escaped(api)}: ${counted}; ${rest}`
  const lines = [
    ...notification.new.map(
      ({ location, message, ruleId }) => `*new* ${escaped(`${location} ${message} (${ruleId})`)}`,
    ),
    ...notification.regressed.map(
      ({ location, message, ruleId }) => `*regressed* ${escaped(`${location} ${message} (${ruleId})`)}`,
    ),
    ...joined.map(
      ({ location, ruleId, operations = [] }) =>
        `*now also on* ${escaped(`${firstOf(operations)}: ${location} (${ruleId})`)}`,
    ),
    ...notification.fixed.map(({ location, ruleId }) => `*fixed* ${escaped(`${location} (${ruleId})`)}`),
  ]
  const more = counts.new + counts.regressed + joined.length + counts.fixed - Math.min(lines.length, mostFindings)
  const run = runUrl === undefined ? '' : ` · <${runUrl}|the run and its reports>`
  return {
    text,
    blocks: [
      section(`*${text}*`),
      ...lines.slice(0, mostFindings).map(section),
      ...(more > 0 ? [section(`… and ${more} more`)] : []),
      { type: 'context', elements: [mrkdwn(`contract ${escaped(contract)} · target ${escaped(target)}${run}`)] },
    ],
  }
}

/** The three characters that mean something to Slack; without them nothing is a link or a mention. */
function escaped(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function section(text: string): object {
  return { type: 'section', text: mrkdwn(text) }
}

function mrkdwn(text: string): object {
  return {
    type: 'mrkdwn',
    text: text.length > longestText ? `${text.slice(0, longestText).replace(/&[a-z]{0,3}$/, '')}…` : text,
  }
}
