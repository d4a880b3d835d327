import { createHash } from 'node:crypto'
import type { ComponentChildren } from 'preact'
import { printable } from '../labels.ts'
import { style } from './css/style.ts'

export interface NavigationLink {
  readonly href: string
  readonly text: string
}

interface PageShellProps {
  readonly title: string
  /** Name of the API or site. */
  readonly subject: string
  readonly links: readonly NavigationLink[]
  /** The only script allowed on the page. Default: no script. */
  readonly script?: string
  /** Base64 of compressed data for the script. */
  readonly data?: string
  readonly footer: string
  /** Text of the skip link to the element `findings`, for keyboard users. */
  readonly skip?: string
  readonly children: ComponentChildren
}

/** Complete self-contained page: head with content security policy, navigation bar, content and footer. */
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

/** Returns a content security policy that allows only the page's own style sheet and script, no requests and no forms. */
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
