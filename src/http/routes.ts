// Every route of the REST door on one screen: method, path, who may call it, and what it does.
import * as audit from './audit-log.ts'
import * as calibrations from './calibration.ts'
import * as dataset from './dataset.ts'
import * as desk from './desk.ts'
import * as docs from './docs.ts'
import * as exports from './exports.ts'
import * as keys from './keys.ts'
import * as batch from './link-batch.ts'
import * as feedback from './link-feedback.ts'
import * as links from './links.ts'
import * as mailed from './mailed-link-pages.ts'
import * as media from './media-bytes.ts'
import * as ops from './operator.ts'
import * as accounts from './operator-accounts.ts'
import * as data from './operator-data.ts'
import * as people from './people.ts'
import * as parts from './project-parts.ts'
import * as projects from './projects.ts'
import type { Route } from './route.ts'
import { curator, key, open, operator, person, route } from './route.ts'
import * as pages from './sign-in-pages.ts'
import * as system from './system.ts'
import * as deliveries from './webhook-deliveries.ts'
import * as endpoints from './webhook-endpoints.ts'
import * as eventTypes from './webhook-types.ts'

// biome-ignore format: a table is read by its columns
export const routes: readonly Route[] = [
  route('GET',    '/api/v1/building-links',          key('building_links:read', 'building_links'), links.resolve),
  route('POST',   '/api/v1/building-links',          key('building_links:read', 'building_links'), links.ask),
  route('POST',   '/api/v1/building-links/batch',    key('building_links:read', 'building_links'), batch.batch),
  route('POST',   '/api/v1/building-links/feedback', key('building_links:write', 'building_links'), feedback.give),

  route('GET',    '/api/v1/building-links/calibration', key(null, 'core'),                         calibrations.calibration),

  route('GET',    '/api/v1/projects',                key('projects:read', 'core'),                 projects.list),
  route('GET',    '/api/v1/projects/facets',         key('projects:read', 'core'),                 projects.facets),
  route('GET',    '/api/v1/projects/map',            key('projects:read', 'core'),                 projects.map),
  route('GET',    '/api/v1/projects/{id}',           key('projects:read', 'core'),                 projects.detail),
  route('GET',    '/api/v1/projects/{id}/floor-plans', key('floor_plans:read', 'floor_plans'),     parts.projectPlans),
  route('GET',    '/api/v1/projects/{id}/units',     key('floor_plans:read', 'units'),             parts.projectUnits),
  route('GET',    '/api/v1/projects/{id}/media',     key('media:read', 'core'),                    parts.projectMedia),
  route('GET',    '/api/v1/projects/{id}/history',   key('history:read', 'history'),               parts.history),
  route('GET',    '/api/v1/floor-plans',             key('floor_plans:read', 'floor_plans'),       parts.plans),
  route('GET',    '/api/v1/floor-plans/{id}',        key('floor_plans:read', 'floor_plans'),       parts.plan),
  route('GET',    '/api/v1/floor-plans/{id}/price-history', key('history:read', 'history'),        parts.prices),
  route('GET',    '/api/v1/units',                   key('floor_plans:read', 'units'),             parts.units),
  route('GET',    '/api/v1/media',                   key('media:read', 'core'),                    parts.media),
  route('GET',    '/api/v1/media/{id}',              key('media:read', 'core'),                    parts.medium),
  route('GET',    '/api/v1/developers',              key('projects:read', 'core'),                 dataset.developers),
  route('GET',    '/api/v1/cities',                  key('projects:read', 'core'),                 dataset.cities),
  route('GET',    '/api/v1/dataset',                 key('projects:read', 'core'),                 dataset.about),
  route('GET',    '/api/v1/changes',                 key('projects:read', 'changes'),              dataset.changes),
  route('GET',    '/api/v1/exports',                 key('exports:read', 'exports'),               exports.list),
  route('GET',    '/api/v1/exports/{file}',          key('exports:read', 'exports'),               exports.file),
  route('GET',    '/media/{sha256}/{variant}',       open,                                         media.bytes),

  route('POST',   '/api/v1/accounts',                open,                                         keys.signUp),
  route('GET',    '/api/v1/me',                      key(null, 'core'),                            keys.me),
  route('GET',    '/api/v1/usage',                   key('usage:read', 'core'),                    keys.usage),
  route('GET',    '/api/v1/api-keys',                key('keys:manage', 'core'),                   keys.list),
  route('POST',   '/api/v1/api-keys',                key('keys:manage', 'core'),                   keys.add),
  route('POST',   '/api/v1/api-keys/{id}/rotate',    key('keys:manage', 'core'),                   keys.rotate),
  route('DELETE', '/api/v1/api-keys/{id}',           key('keys:manage', 'core'),                   keys.revoke),

  route('GET',    '/api/v1/audit-log',               key('keys:manage', 'core'),                   audit.own),

  route('GET',    '/api/v1/webhooks/event-types',      key('webhooks:manage', 'webhooks'),       eventTypes.list),
  route('GET',    '/api/v1/webhooks/endpoints',        key('webhooks:manage', 'webhooks'),       endpoints.list),
  route('POST',   '/api/v1/webhooks/endpoints',        key('webhooks:manage', 'webhooks'),       endpoints.create),
  route('GET',    '/api/v1/webhooks/endpoints/{id}',   key('webhooks:manage', 'webhooks'),       endpoints.one),
  route('PATCH',  '/api/v1/webhooks/endpoints/{id}',   key('webhooks:manage', 'webhooks'),       endpoints.change),
  route('DELETE', '/api/v1/webhooks/endpoints/{id}',   key('webhooks:manage', 'webhooks'),       endpoints.remove),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/rotate-secret', key('webhooks:manage', 'webhooks'),endpoints.rotateSecret),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/test', key('webhooks:manage', 'webhooks'),    endpoints.test),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/enable', key('webhooks:manage', 'webhooks'),  endpoints.enable),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/replay', key('webhooks:manage', 'webhooks'),  endpoints.replay),
  route('GET',    '/api/v1/webhooks/deliveries',       key('webhooks:manage', 'webhooks'),       deliveries.list),
  route('GET',    '/api/v1/webhooks/deliveries/{id}',  key('webhooks:manage', 'webhooks'),       deliveries.one),
  route('POST',   '/api/v1/webhooks/deliveries/{id}/redeliver', key('webhooks:manage', 'webhooks'),deliveries.redeliver),

  route('POST',   '/api/v1/people',                  key('keys:manage', 'core'),                   people.create),
  route('POST',   '/api/v1/people/verify',           open,                                         people.verify),
  route('POST',   '/api/v1/people/reset',            open,                                         people.requestReset),
  route('POST',   '/api/v1/people/reset/confirm',    open,                                         people.confirmReset),
  route('POST',   '/api/v1/people/password',         person,                                       people.changePassword),
  route('POST',   '/api/v1/sessions',                open,                                         people.signIn),
  route('GET',    '/api/v1/sessions/current',        person,                                       people.current),
  route('DELETE', '/api/v1/sessions/current',        person,                                       people.signOut),

  route('GET',    '/api/v1/desk/queue',              curator,                                      desk.queue),
  route('GET',    '/api/v1/desk/cases/{id}',         curator,                                      desk.oneCase),
  route('POST',   '/api/v1/desk/cases/{id}/decide',  curator,                                      desk.decide),
  route('GET',    '/api/v1/desk/decisions',          curator,                                      desk.decisions),
  route('POST',   '/api/v1/desk/decisions/{id}/revoke', curator,                                   desk.revoke),
  route('POST',   '/api/v1/desk/decisions/{id}/undo', curator,                                     desk.undo),
  route('GET',    '/api/v1/desk/alias-proposals',    curator,                                      desk.proposals),
  route('POST',   '/api/v1/desk/alias-proposals',    curator,                                      desk.propose),
  route('POST',   '/api/v1/desk/alias-proposals/{id}/settle', curator,                             desk.settle),
  route('GET',    '/api/v1/desk/labels',             curator,                                      desk.labels),

  route('POST',   '/api/v1/operator/keys',           operator,                                     ops.createAccountKey),
  route('POST',   '/api/v1/operator/match',          operator,                                     ops.match),
  route('GET',    '/api/v1/operator/accounts',       operator,                                     accounts.list),
  route('GET',    '/api/v1/operator/accounts/{id}',  operator,                                     accounts.detail),
  route('PATCH',  '/api/v1/operator/accounts/{id}',  operator,                                     accounts.update),
  route('GET',    '/api/v1/operator/people',         operator,                                     accounts.people),
  route('PATCH',  '/api/v1/operator/people/{id}',    operator,                                     accounts.updatePerson),
  route('GET',    '/api/v1/operator/audit-log',      operator,                                     audit.all),
  route('POST',   '/api/v1/operator/backup',         operator,                                     ops.backup),
  route('POST',   '/api/v1/operator/imports',        operator,                                     data.importData),
  route('GET',    '/api/v1/operator/imports',        operator,                                     data.listImports),
  route('GET',    '/api/v1/operator/imports/{id}',   operator,                                     data.oneImport),
  route('POST',   '/api/v1/operator/refresh',        operator,                                     data.refreshNow),
  route('POST',   '/api/v1/operator/rollback',       operator,                                     data.rollbackTo),
  route('POST',   '/api/v1/operator/demo',           operator,                                     data.makeDemo),
  route('GET',    '/api/v1/operator/sources',        operator,                                     data.sources),
  route('POST',   '/api/v1/operator/sources',        operator,                                     data.addSource),
  route('DELETE', '/api/v1/operator/sources/{name}', operator,                                     data.dropSource),
  route('GET',    '/metrics',                        operator,                                     ops.metrics),

  route('GET',    '/healthz',                        open,                                         system.health),
  route('GET',    '/readyz',                         open,                                         system.readiness),
  route('GET',    '/openapi.json',                   open,                                         docs.openApiOperation(() => routes)),
  route('GET',    '/',                               open,                                         docs.home),
  route('GET',    '/pages.css',                      open,                                         pages.style),
  route('GET',    '/sign-up',                        open,                                         pages.signUpPage),
  route('POST',   '/sign-up',                        open,                                         pages.signUp),
  route('GET',    '/sign-in',                        open,                                         pages.signInPage),
  route('POST',   '/sign-in',                        open,                                         pages.signIn),
  route('GET',    '/sign-out',                       open,                                         pages.signOutPage),
  route('POST',   '/sign-out',                       open,                                         pages.signOut),
  route('GET',    '/reset',                          open,                                         mailed.resetPage),
  route('POST',   '/reset',                          open,                                         mailed.reset),
  route('GET',    '/reset/{token}',                  open,                                         mailed.newPasswordPage),
  route('POST',   '/reset/{token}',                  open,                                         mailed.newPassword),
  route('GET',    '/verify/{token}',                 open,                                         mailed.verifyPage),
  route('POST',   '/verify/{token}',                 open,                                         mailed.verify),
  route('GET',    '/docs',                           open,                                         docs.reference),
  route('GET',    '/docs/reference.js',              open,                                         docs.referenceScript),
  route('GET',    '/docs/start.js',                  open,                                         docs.referenceStart),
  route('GET',    '/docs/errors/{code}',             open,                                         docs.errorPage),
]
