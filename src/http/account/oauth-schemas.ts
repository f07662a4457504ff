// JSON schemas for OAuth applications and consents.
import { z } from 'zod'
import type { ClientRow, CreatedClient } from '../../access/oauth/clients.ts'
import type { Grant } from '../../access/oauth/grants.ts'
import { SCOPES } from '../../access/rights/plans.ts'

const name = z.string().trim().min(1).max(100)
const redirectUris = z.array(z.string().max(2000)).max(20)
const scopes = z.array(z.enum(SCOPES)).min(1)

export const NewApplicationRequest = z.strictObject({
  name,
  kind: z
    .enum(['confidential', 'public'])
    .default('confidential')
    .describe(
      '`confidential` for applications on a server, which can keep a secret. `public` for applications on a user’s device, which have no secret',
    ),
  redirect_uris: redirectUris
    .default([])
    .describe(
      'Where to send people after they decide. Must match exactly. Use https, a loopback address over http, or an app-specific scheme',
    ),
  scopes: scopes.optional().describe('Scopes the application may request. Default: all scopes of the caller'),
})
export const ApplicationPatch = z.strictObject({
  name: name.optional(),
  redirect_uris: redirectUris.optional(),
  scopes: scopes.optional(),
})
export const ClientSecretRotation = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(7 * 86_400)
    .default(86_400)
    .describe('Seconds the old secret keeps working. Default: 86400 (1 day). Send 0 if the secret leaked'),
})

export const ApplicationSchema = z
  .object({
    id: z.string().describe('The OAuth `client_id`'),
    name: z.string(),
    kind: z.enum(['confidential', 'public']),
    redirect_uris: z.array(z.string()),
    scopes: z.array(z.enum(SCOPES)),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
    old_secret_expires_at: z.iso
      .datetime()
      .nullable()
      .describe('Until when the secret before the last rotation works. Null if it does not'),
  })
  .meta({ id: 'Application' })
export const NewApplicationSchema = ApplicationSchema.extend({
  client_secret: z.string().nullable().describe('The client secret. Returned only once. Null for a public application'),
}).meta({ id: 'NewApplication' })

export const GrantSchema = z
  .object({
    id: z.string(),
    client_id: z.string(),
    client_name: z.string().nullable(),
    account_id: z.string(),
    scopes: z.array(z.string()),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Consent' })

export function toApplicationJson(client: ClientRow): z.input<typeof ApplicationSchema> {
  const { id, metadata, created_at, last_used_at } = client
  const oldUntil = metadata.old_secret?.expires_at
  return {
    id,
    name: metadata.client_name!,
    kind: metadata.token_endpoint_auth_method === 'none' ? 'public' : 'confidential',
    redirect_uris: [...metadata.redirect_uris],
    scopes: (metadata.scope?.split(' ') ?? []) as (typeof SCOPES)[number][],
    created_at,
    last_used_at,
    old_secret_expires_at: oldUntil !== undefined && Date.parse(oldUntil) > Date.now() ? oldUntil : null,
  }
}

export function toNewApplicationJson({ client, secret }: CreatedClient): z.input<typeof NewApplicationSchema> {
  return { ...toApplicationJson(client), client_secret: secret }
}

export function toGrantJson(grant: Grant): z.input<typeof GrantSchema> {
  const { id, client_id, client_name, account_id, resources, created_at, expires_at } = grant
  const scopes = [...new Set(Object.values(resources).flatMap((text) => text.split(' ')))]
  return { id, client_id, client_name, account_id, scopes, created_at, expires_at }
}
