// The API reference page at /docs, which works offline, and the OpenAPI document.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { anyone } from '../../access/policies.ts'
import type { OperationResponse, Route } from '../door/route.ts'
import { JSON_TYPE, operation } from '../door/route.ts'
import { openApiDocument } from './openapi.ts'

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** The reference bundle adds style elements, so it needs 'unsafe-inline' for styles. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Plinth API reference</title>
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const START = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
})
`

let bundle: Buffer | undefined

function referenceBundle(): Buffer {
  if (!bundle) {
    const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')
    bundle = readFileSync(join(entry, '..', 'js', 'standalone.js'))
  }
  return bundle
}

function page(id: string, summary: string, type: string, body: () => Buffer | string) {
  return operation({
    id,
    tag: 'Reference',
    policy: anyone,
    hidden: true,
    summary,
    response: { status: 200, type },
    handle: (): OperationResponse => ({ body: body(), type, headers: type === HTML ? PAGE_HEADERS : {} }),
  })
}

export const reference = page('getDocs', 'Get the API reference page', HTML, () => PAGE)
export const referenceScript = page('getDocsBundle', 'Get the script of the API reference', SCRIPT, referenceBundle)
export const referenceStart = page('getDocsStart', 'Get the start script of the API reference', SCRIPT, () => START)

/** Generated once, from the route table. */
export function openApiOperation(routes: () => readonly Route[]) {
  let text: string | undefined
  return operation({
    id: 'getOpenApi',
    tag: 'Reference',
    policy: anyone,
    summary: 'Get the OpenAPI 3.1 document',
    response: { status: 200, type: 'application/json' },
    handle() {
      text ??= JSON.stringify(openApiDocument(routes()))
      return { body: text, type: JSON_TYPE }
    },
  })
}
