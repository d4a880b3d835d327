import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { Report } from '../model/report.ts'
import { coverage, hostile, hostileFindings, hostileReport } from '../testing/sample-report.ts'
import { buildReport } from './build.ts'
import { reporters } from './reporters/index.ts'

/** What others could write into a description or a response, each meant for another reader of a report. */
const texts = [
  hostile,
  '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
  '</noscript></style><svg onload=alert(1)>',
  'javascript:alert(1) [a](javascript:alert(1)) <javascript:alert(1)> ![a](https://evil.example/a.png)',
  '\u202egnp.exe\u2066\u200f\u061c\u00ad\u{e0041}',
  '::stop-commands::owned',
  ' \t::error::owned\r\n::add-mask::owned\n::set-output name=a::b',
  'a ##[add-mask]owned ##vso[task.complete]',
  '\n## forged\n| a | b |\n- item\n```\n~~~\n@everyone #1 `code`',
  '\u0000\u0008\u000b\u001b[31m\u001b]8;;https://evil.example\u0007\u009b31m\u007f',
  ']]><testcase name="forged"/><!-- &evil; \ufffe\uffff\ud800 -->',
  '__proto__',
  'see GH-1, a/b#2, mail@example.com',
]

/** Everything that is acted upon, or not seen, instead of being read; a line break of our own is neither. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
/** The space that keeps `@` and `GH-` from mentioning somebody or something is ours. */
const mention = /(?<=@|GH-|&#35;)\u200b/g
/** Parses a line like the runner's `ActionCommand.cs` (https://github.com/actions/runner). */
const workflowCommand = (name: string) =>
  name === 'github' ? /^\s*::(?!(error|warning|notice) )|##\w*\[/m : /^\s*::|##\w*\[/m

/** A text where no description and no response puts it, but a report or a list of snapshots from elsewhere could. */
function everywhere(text: string): Partial<Report> & { readonly toolVersion: string } {
  const byOperation = coverage.byOperation.map((operation, index) => ({
    ...operation,
    ...{ operation: `${text}${index}`, unseen: [text, `${text} again`], responses: { [text]: 1, [`${text}0`]: 0 } },
  }))
  return {
    toolVersion: text,
    api: text,
    policy: text,
    coverage: { ...coverage, byOperation, minimum: { properties: 1 } },
  }
}

const reportsOfTexts = texts.flatMap((text): [string, string, Report][] => {
  const run = hostileReport(text)
  const findings = hostileFindings(text).map((finding) =>
    finding.cause ? { ...finding, cause: { ...finding.cause, firstSeen: text } } : finding,
  )
  const version = { name: text, file: text, version: text, dialect: text, sha256: text }
  const entry = { base: version, revision: version, title: text, capturedAt: text, findings: findings.slice(0, 1) }
  return [
    [text, 'a run', run],
    [text, 'a run with it everywhere', buildReport({ ...run, ...everywhere(text), findings })],
    [
      text,
      'a diff',
      buildReport({
        ...run,
        ...everywhere(text),
        kind: 'diff',
        rules: [{ id: 'enum-widened', kind: 'rule', title: text }],
      }),
    ],
    [
      text,
      'a changelog',
      buildReport({ ...run, ...everywhere(text), kind: 'changelog', findings: [], changelog: [entry] }),
    ],
  ]
})

describe.each(reporters)('$name', ({ name, render }) => {
  it.each(reportsOfTexts)('keeps %j inert in $1', (_text, _where, report) => {
    const rendered = render(report, { colour: false })
    const seen = name === 'one-line' ? rendered.replaceAll('\t', ' ') : rendered.replace(mention, '')
    expect(hidden.exec(seen)).toBeNull()
    expect(workflowCommand(name).exec(rendered)).toBeNull()
    expect(readBack[name]?.(rendered) ?? []).toEqual([])
  })
})

/** For formats with a syntax of their own: what a reader of it finds that nobody put there. */
const readBack: Readonly<Record<string, (rendered: string) => readonly unknown[]>> = {
  html: (page) => {
    const own = page
      .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
      .replace(/<script type="application\/octet-stream" id="data">[\w+/=]*<\/script>/, '')
      .replace(/ href="https:\/\/specdrift\.github\.io\/specdrift\/docs\/rules\/[\w-]+\.html"/g, ' href="#"')
    return own.match(/<(script|img|svg onload|iframe|a href="(?!#)|a href="#f-[^0-9a-f])|<[^>]+\son\w+=/gi) ?? []
  },
  markdown: (page) => {
    const linked = page.replace(/\]\(https:\/\/specdrift\.github\.io\/specdrift\/docs\/[\w./-]+\)/g, ']')
    const prose = linked.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '')
    return prose.match(/<|\]\(|@(?!\u200b)\w|javascript:\S|https?:\/\/|^#+ forged|^\| a|GH-\d/gim) ?? []
  },
  junit: (xml) => {
    const parser = new XMLParser({ ignoreAttributes: false, isArray: (tag) => /^(testsuite|testcase)$/.test(tag) })
    const suites = parser.parse(xml).testsuites.testsuite
    return suites.flatMap((suite: { testcase: object[] }) => suite.testcase.slice(1))
  },
  github: (lines) =>
    lines
      .split('\n')
      .filter((line) => line.startsWith('::'))
      .slice(5),
  sarif: (text) => JSON.parse(text).runs[0].results.slice(2),
  ctrf: (text) => JSON.parse(text).results.tests.slice(2),
  badge: (text) => Object.keys(JSON.parse(text)).slice(6),
}

it('preserves the report in JSON', () => {
  const json = reporters.find(({ name }) => name === 'json')
  for (const text of texts) {
    const report = hostileReport(text)
    expect(JSON.parse(json?.render(report, { colour: false }) ?? '')).toEqual(JSON.parse(JSON.stringify(report)))
  }
})
