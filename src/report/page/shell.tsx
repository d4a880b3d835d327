import { createHash } from 'node:crypto'
import type { ComponentChildren } from 'preact'
import { printable } from '../labels.ts'
import { style } from './css/style.ts'

/** A link of the bar: what it is called, and the part of the page it leads to. */
export interface NavigationLink {
  readonly href: string
  readonly text: string
}

interface PageShellProps {
  readonly title: string
  /** Whose page it is: an API, or what a site is called. */
  readonly subject: string
  readonly links: readonly NavigationLink[]
  /** The only script that may run; default: none. */
  readonly script?: string
  /** Compressed data for the script, base64. */
  readonly data?: string
  readonly footer: string
  /** What leads a keyboard past the bar, to the element `findings`. */
  readonly skip?: string
  readonly children: ComponentChildren
}

/** A whole page that loads nothing: its head with the policy, the bar, the content, the footer. */
export function PageShell({
  title,
  subject,
  links,
  script,
  data,
  footer,
  skip = 'Skip to the findings',
  children,
}: PageShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policyOf(script)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{printable(title)}</title>
        {/* Our own constant, unescaped so that its hash is the one allowed above. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#findings">
          {skip}
        </a>
        <div class="bar">
          <b>specdrift</b>
          <span>{printable(subject)}</span>
          <nav aria-label="Sections">
            <ul>
              {links.map(({ href, text }) => (
                <li key={href}>
                  <a href={href}>{printable(text)}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <main>{children}</main>
        <footer class="small">
          <p>{printable(footer)}</p>
        </footer>
        {/* Base64 holds nothing that ends an element; of no type that runs. */}
        {data !== undefined && (
          <script type="application/octet-stream" id="data" dangerouslySetInnerHTML={{ __html: data }} />
        )}
        {/* As the style sheet. It stands last, so that what it works on is there. */}
        {script !== undefined && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  )
}

/** Nothing is loaded and no form is sent: only this one style sheet and this one script are allowed. */
function policyOf(script: string | undefined): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src ${script === undefined ? "'none'" : `'${hashOf(script)}'`}`,
  ].join('; ')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
