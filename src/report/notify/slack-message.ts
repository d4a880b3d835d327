import { firstOf, plural } from '../../util/text.ts'
import { printable } from '../labels.ts'
import type { Notification } from './notification.ts'

/** Payload of an incoming webhook. `text` is shown in push notifications, see https://api.slack.com/block-kit. */
export interface SlackMessage {
  readonly text: string
  readonly blocks: readonly object[]
}

/** Slack allows 50 blocks and 3,000 characters per text. */
const mostFindings = 20
const longestText = 2900

/** Converts a notification to a Slack message with at most 20 findings and the number of omitted ones. */
export function slackMessage(notification: Notification): SlackMessage {
  const { api, status, counts, runUrl, contract, target, joined = [] } = notification
  const words = [
    [counts.new, 'new'],
    [counts.regressed, 'regressed'],
    [joined.length, 'on more operations'],
    [counts.fixed, 'fixed'],
  ] as const
  const counted = words.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
  const rest = counts.open === 0 ? 'no open findings' : `${plural(counts.open, 'finding')} open`
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

/** Escapes Slack's three control characters, so that text can't contain links or mentions. */
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
