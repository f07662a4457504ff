// Shows the OAuth consent page and handles the decision.
import type { Interaction } from 'oidc-provider'
import type { Session } from '../../access/rights/principal.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { isSameOrigin } from '../server/authenticate.ts'
import type { Exchange } from '../server/exchange.ts'
import { anonymousPageLanguage } from '../server/page-language.ts'
import type { Services } from '../server/services.ts'
import { consentPage, errorPage, pageHeaders } from './oauth-pages.tsx'
import type { Page } from './page-layout.tsx'
import { renderPage } from './page-layout.tsx'
import { pageText } from './page-text.ts'

const FORM_LIMIT = 4096
const CONSENT = 'oauth consent'

interface PendingConsent {
  readonly interaction: Interaction
  readonly session: Session
}

export async function showConsent(exchange: Exchange, services: Services): Promise<void> {
  const pending = await findPendingConsent(exchange, services)
  if (!pending) return
  const { interaction, session } = pending
  const { client_id, redirect_uri, scope } = interaction.params as Record<string, string>
  const { provider } = await services.access.oauth.load()
  const client = await provider.Client.find(client_id!)
  const target = new URL(redirect_uri!)
  const page = consentPage(
    {
      clientName: client?.clientName ?? client_id!,
      clientId: client_id!,
      redirectHost: target.host || target.protocol,
      selfRegistered: await services.access.applications.isSelfRegistered(client_id!),
      account: session.person.email ?? session.account_id,
      // All requested scopes, including those allowed before: the application will have all of them.
      scopes: scope!.split(' '),
      // Derived from the interaction and the session, so it need not be stored.
      csrfToken: services.signer.sign(CONSENT, consentId(interaction, session)),
    },
    anonymousPageLanguage(exchange.headers, undefined),
  )
  // An app-specific scheme has no origin.
  send(exchange, 200, page, /^https?:$/.test(target.protocol) ? target.origin : target.protocol)
}

export async function decideConsent(exchange: Exchange, services: Services): Promise<void> {
  const form = await readForm(exchange)
  const pending = await findPendingConsent(exchange, services)
  if (!pending) return
  const { interaction, session } = pending
  const token = form.get('csrf_token') ?? ''
  const signed = services.signer.verify(CONSENT, consentId(interaction, session), token)
  if (!signed || !isSameOrigin(exchange.headers, services.baseUrl))
    throw new Fault('csrf_token_invalid', { detail: 'The form was sent from another site. Go back and try again.' })
  const result =
    form.get('decision') === 'allow'
      ? { consent: { grantId: await allow(exchange, services, pending) } }
      : { error: 'access_denied', error_description: 'the person declined' }
  const { provider } = await services.access.oauth.load()
  exchange.redirect(await provider.interactionResult(exchange.request, exchange.response, result), 303)
}

/** Redirects to sign-in or shows an error if needed; then returns undefined. */
async function findPendingConsent(exchange: Exchange, services: Services): Promise<PendingConsent | undefined> {
  const { provider } = await services.access.oauth.load()
  const { uid } = exchange.params as { uid: string }
  const language = anonymousPageLanguage(exchange.headers, undefined)
  const text = pageText(language).consent
  let interaction: Interaction
  try {
    interaction = await provider.interactionDetails(exchange.request, exchange.response)
  } catch (error) {
    if ((error as Error).name !== 'SessionNotFound') throw error
    return send(exchange, 400, errorPage('invalid_request', text.expired, language))
  }
  const session = await services.access.authenticator.findSession(exchange.headers.cookie)
  if (!session) {
    exchange.redirect(`/sign-in?return_to=${encodeURIComponent(`/oauth/consent/${uid}`)}`, 303)
    return undefined
  }
  if (interaction.prompt.name === 'login') {
    const login = { accountId: session.person.id, remember: false }
    exchange.redirect(await provider.interactionResult(exchange.request, exchange.response, { login }), 303)
    return undefined
  }
  if (interaction.session?.accountId === session.person.id) return { interaction, session }
  return send(exchange, 400, errorPage('invalid_request', text.otherPerson, language))
}

async function allow(
  exchange: Exchange,
  services: Services,
  { interaction, session }: PendingConsent,
): Promise<string> {
  const clientId = String(interaction.params.client_id)
  const { provider } = await services.access.oauth.load()
  const client = await provider.Client.find(clientId)
  const consent = {
    personId: session.person.id,
    accountId: session.account_id,
    clientId,
    clientName: client?.clientName ?? null,
    resources: missingScopes(interaction),
  }
  const cause = { actor: session.person.id, requestId: exchange.id, address: exchange.address }
  return services.access.applications.giveConsent(consent, cause)
}

function missingScopes({ prompt }: Interaction): Record<string, string[]> {
  return (prompt.details.missingResourceScopes ?? {}) as Record<string, string[]>
}

function consentId({ uid }: Interaction, { hash }: Session): string {
  return `${uid} ${hash}`
}

function send(exchange: Exchange, status: number, page: Page, formTarget?: string): undefined {
  exchange.status = status
  exchange.setHeaders(pageHeaders(formTarget)).setHeader('content-language', page.language).send(renderPage(page))
}

async function readForm({ request, headers }: Exchange): Promise<URLSearchParams> {
  if (!(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
    throw new Fault('unsupported_media_type', { detail: 'Send the form as application/x-www-form-urlencoded.' })
  let text = ''
  // Leaving the loop must not destroy the request: the error response needs its socket.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.length <= FORM_LIMIT) continue
    // Discards the rest, so that the connection can be used again.
    request.resume()
    throw new Fault('payload_too_large', { detail: say`The form must have at most ${FORM_LIMIT} bytes.` })
  }
  return new URLSearchParams(text)
}
