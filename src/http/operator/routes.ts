// The routes of operators.
import type { Route } from '../server/route.ts'
import { route } from '../server/route.ts'
import * as accounts from './operator-accounts.ts'
import * as data from './operator-data.ts'
import * as emails from './operator-emails.ts'
import * as imports from './operator-imports.ts'
import * as ops from './operator-keys.ts'
import * as openData from './operator-open-data.ts'

// biome-ignore format: a table is read by its columns
export const operatorRoutes: readonly Route[] = [
  route('POST',   '/api/v1/operator/keys',                       ops.createAccountKey),
  route('DELETE', '/api/v1/operator/keys/{id}',                  ops.revokeAnyKey),
  route('POST',   '/api/v1/operator/match',                      ops.match),
  route('GET',    '/api/v1/operator/buildings',                  ops.buildings),
  route('GET',    '/api/v1/operator/accounts',                   accounts.list),
  route('GET',    '/api/v1/operator/accounts/{id}',              accounts.detail),
  route('PATCH',  '/api/v1/operator/accounts/{id}',              accounts.update),
  route('DELETE', '/api/v1/operator/accounts/{id}',              accounts.erase),
  route('GET',    '/api/v1/operator/emails',                     emails.list),
  route('GET',    '/api/v1/operator/people',                     accounts.people),
  route('PATCH',  '/api/v1/operator/people/{id}',                accounts.updatePerson),
  route('POST',   '/api/v1/operator/backup',                     ops.backup),
  route('POST',   '/api/v1/operator/imports',                    data.importData),
  route('GET',    '/api/v1/operator/imports',                    imports.list),
  route('GET',    '/api/v1/operator/imports/{id}',               imports.detail),
  route('GET',    '/api/v1/operator/imports/{id}/changes',       imports.changes),
  route('GET',    '/api/v1/operator/imports/{id}/rejected',      imports.rejected),
  route('GET',    '/api/v1/operator/imports/{id}/rejected.csv',  imports.rejectedFile),
  route('POST',   '/api/v1/operator/imports/{id}/approve',       imports.approve),
  route('POST',   '/api/v1/operator/uploads',                    imports.upload),
  route('POST',   '/api/v1/operator/refresh',                    data.refreshNow),
  route('POST',   '/api/v1/operator/rollback',                   data.rollbackTo),
  route('POST',   '/api/v1/operator/demo',                       data.makeDemo),
  route('GET',    '/api/v1/operator/versions',                   data.versions),
  route('GET',    '/api/v1/operator/versions/{version}/preview', data.preview),
  route('GET',    '/api/v1/operator/freshness',                  data.freshness),
  route('GET',    '/api/v1/operator/sources',                    data.sources),
  route('POST',   '/api/v1/operator/sources',                    data.addSource),
  route('PATCH',  '/api/v1/operator/sources/{name}',             data.changeSource),
  route('DELETE', '/api/v1/operator/sources/{name}',             data.dropSource),
  route('GET',    '/api/v1/operator/open-data',                  openData.list),
  route('POST',   '/api/v1/operator/open-data/{name}',           openData.install),
  route('DELETE', '/api/v1/operator/open-data/{name}',           openData.remove),
  route('GET',    '/metrics',                                    ops.metrics),
]
