// The pages of the authorization server: asking for consent, and saying why a request cannot be answered.
import { createHash } from 'node:crypto'
import { SCOPE_WORDS } from '../access/oauth/scope-words.ts'
import type { Scope } from '../access/plans.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
main { box-sizing: border-box; width: min(30rem, 100%); padding: 2rem; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 1rem; }
ul { padding-left: 1.2rem; }
li { margin: .3rem 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
form { display: flex; gap: .75rem; margin-top: 1.5rem; }
button { font: inherit; padding: .6rem 1.4rem; border-radius: .4rem; border: 1px solid GrayText; background: none; color: inherit; cursor: pointer; }
button[value=allow] { background: #0b5cad; border-color: #0b5cad; color: #fff; }
button:focus-visible { outline: 3px solid #f5a623; outline-offset: 2px; }
.note { border-left: 3px solid #f5a623; padding-left: .8rem; }
.brand { font-weight: 700; margin: 0 0 2rem; opacity: .8; }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** `formTargets`: where a browser may be led after the form; it checks the redirect too. */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const forms = ["'self'", ...formTargets].join(' ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Plinth</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">Plinth</p>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`
}

export interface Question {
  readonly clientName: string
  readonly clientId: string
  /** Where the browser goes next, and the code with it. */
  readonly redirectHost: string
  /** Nobody vouches for a program that registered itself. */
  readonly selfRegistered: boolean
  readonly account: string
  readonly scopes: readonly string[]
  readonly csrfToken: string
}

export function consentPage(question: Question): string {
  const { clientName, clientId, redirectHost, selfRegistered, account, scopes, csrfToken } = question
  const items = scopes.map((scope) => `<li>${escaped(SCOPE_WORDS[scope as Scope] ?? scope)}</li>`).join('\n')
  const note = selfRegistered
    ? '<p class="note">This program registered itself, and its name is its own choice. Go on only if you have just started it.</p>'
    : ''
  return page(
    `Allow ${clientName} to use your account?`,
    `${note}
<p>It asks to:</p>
<ul>
${items}
</ul>
<dl>
<dt>Account</dt><dd>${escaped(account)}</dd>
<dt>Program</dt><dd>${escaped(clientId)}</dd>
<dt>You go on to</dt><dd>${escaped(redirectHost)}</dd>
</dl>
<form method="post">
<input type="hidden" name="csrf_token" value="${escaped(csrfToken)}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`,
  )
}

/** What the authorization server shows a browser that it must not send on. */
export function showError(
  ctx: { body: unknown; set(headers: Record<string, string>): void },
  { error, error_description }: { error: string; error_description?: string | undefined },
): void {
  ctx.body = errorPage(error, error_description)
  ctx.set(pageHeaders())
}

/** The texts of the protocol are for developers: it is they who see this page. */
export function errorPage(error: string, description: string | undefined): string {
  return page(
    'This request cannot be answered',
    `<p>${escaped(description ?? 'The request is not valid.')}</p>
<dl><dt>Error</dt><dd>${escaped(error)}</dd></dl>
<p>Nothing was shared, and you were not sent on. If you came from another site, tell its makers; or start again there.</p>`,
  )
}
