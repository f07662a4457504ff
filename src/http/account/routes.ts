// The routes of accounts, keys, people, applications, usage and logs.
import type { Route } from '../server/route.ts'
import { route } from '../server/route.ts'
import * as apps from './applications.ts'
import * as auditExport from './audit-export.ts'
import * as audit from './audit-log-api.ts'
import { deleteAccount } from './delete-account-api.ts'
import * as invitations from './invitations-api.ts'
import * as keys from './keys.ts'
import * as members from './members-api.ts'
import * as notifications from './notifications-api.ts'
import * as people from './people-api.ts'
import { requestPlan } from './plan-requests-api.ts'
import { plans } from './plans-api.ts'
import * as requestLogs from './request-logs.ts'
import { usage } from './usage-api.ts'

// biome-ignore format: a table is read by its columns
export const accountRoutes: readonly Route[] = [
  route('POST',   '/api/v1/accounts',                              keys.signUp),
  route('GET',    '/api/v1/plans',                                 plans),
  route('POST',   '/api/v1/plan-requests',                         requestPlan),
  route('GET',    '/api/v1/me',                                    keys.me),
  route('GET',    '/api/v1/me/notifications',                      notifications.read),
  route('PATCH',  '/api/v1/me/notifications',                      notifications.update),
  route('GET',    '/api/v1/usage',                                 usage),
  route('GET',    '/api/v1/request-logs',                          requestLogs.list),
  route('GET',    '/api/v1/api-keys',                              keys.list),
  route('POST',   '/api/v1/api-keys',                              keys.create),
  route('PATCH',  '/api/v1/api-keys/{id}',                         keys.update),
  route('POST',   '/api/v1/api-keys/{id}/rotate',                  keys.rotate),
  route('DELETE', '/api/v1/api-keys/{id}',                         keys.revoke),
  route('GET',    '/api/v1/audit-log',                             audit.own),
  route('GET',    '/api/v1/audit-log/export',                      auditExport.own),
  route('GET',    '/api/v1/oauth/applications',                    apps.list),
  route('POST',   '/api/v1/oauth/applications',                    apps.create),
  route('PATCH',  '/api/v1/oauth/applications/{id}',               apps.update),
  route('DELETE', '/api/v1/oauth/applications/{id}',               apps.remove),
  route('POST',   '/api/v1/oauth/applications/{id}/rotate-secret', apps.rotate),
  route('GET',    '/api/v1/oauth/grants',                          apps.grants),
  route('DELETE', '/api/v1/oauth/grants/{id}',                     apps.withdraw),
  route('GET',    '/.well-known/oauth-protected-resource',         apps.protectedResource('any')),
  route('GET',    '/.well-known/oauth-protected-resource/api/v1',  apps.protectedResource('api')),
  route('GET',    '/.well-known/oauth-protected-resource/mcp',     apps.protectedResource('mcp')),
  route('DELETE', '/api/v1/account',                               deleteAccount),
  route('GET',    '/api/v1/people',                                members.list),
  route('POST',   '/api/v1/people',                                people.create),
  route('PATCH',  '/api/v1/people/{id}',                           members.update),
  route('DELETE', '/api/v1/people/{id}',                           members.remove),
  route('POST',   '/api/v1/people/verify',                         people.verify),
  route('POST',   '/api/v1/people/verify/resend',                  people.resend),
  route('POST',   '/api/v1/people/reset',                          people.requestReset),
  route('POST',   '/api/v1/people/reset/confirm',                  people.confirmReset),
  route('POST',   '/api/v1/people/password',                       people.changePassword),
  route('GET',    '/api/v1/invitations',                           invitations.list),
  route('POST',   '/api/v1/invitations',                           invitations.create),
  route('POST',   '/api/v1/invitations/accept',                    invitations.accept),
  route('POST',   '/api/v1/invitations/{id}/resend',               invitations.resend),
  route('DELETE', '/api/v1/invitations/{id}',                      invitations.withdraw),
  route('POST',   '/api/v1/sessions',                              people.signIn),
  route('GET',    '/api/v1/sessions/current',                      people.current),
  route('PATCH',  '/api/v1/sessions/current',                      people.update),
  route('DELETE', '/api/v1/sessions/current',                      people.signOut),
  route('GET',    '/api/v1/operator/audit-log',                    audit.all),
  route('GET',    '/api/v1/operator/audit-log/export',             auditExport.all),
  route('POST',   '/api/v1/operator/oauth/rotate-keys',            apps.rotateKeys),
]
