// Feeds and file jobs run without a request, within the plan and quota of their account.

import { join } from 'node:path'
import type { Access } from '../access/access.ts'
import type { Feature, Scope } from '../access/rights/plans.ts'
import { LIMITS, planHas, upgradesWith } from '../access/rights/plans.ts'
import type { Principal } from '../access/rights/principal.ts'
import { principalOf } from '../access/rights/principal.ts'
import type { Dataset } from '../events/event-types.ts'
import type { FeedBilling } from '../feeds/feed-run.ts'
import { FeedProblem } from '../feeds/read/feed-problem.ts'
import type { FileBilling } from '../files/file-run.ts'
import { FileStore } from '../files/file-store.ts'
import { Files } from '../files/files.ts'
import { FileProblem } from '../files/read/file-problem.ts'
import type { Services } from '../http/server/services.ts'
import { systemClock } from '../kernel/clock.ts'
import type { BuildOptions } from './build-services.ts'
import { nodeName } from './foundation.ts'
import { sharedFiles } from './snapshot-files.ts'

/** What runs without a request, and the error that says why it may not. */
interface Background {
  readonly name: string
  readonly scope: Scope
  readonly feature: Feature
  readonly problem: (code: 'account_suspended' | 'plan_required', detail: string) => Error
}

const FEEDS: Background = {
  name: 'feeds',
  scope: 'listings:write',
  feature: 'listings',
  problem: (code, detail) => new FeedProblem(code, detail),
}
const FILES: Background = {
  name: 'files',
  scope: 'building_links:read',
  feature: 'building_links',
  problem: (code, detail) => new FileProblem(code, detail),
}

export function createFeedBilling(access: Access): FeedBilling {
  return {
    async allowance(accountId, dataset) {
      const principal = requirePrincipal(access, FEEDS, accountId, dataset)
      const lookups = await access.monthly.lookupsAvailable(principal)
      return {
        storedLimit: LIMITS[principal.plan].stored_listings,
        lookups,
        storedFault: () => access.limitFaults.storedListings(principal),
        lookupsFault: () => access.limitFaults.perMonth(principal, 'lookups'),
      }
    },
    countLookups(accountId, dataset, lookups) {
      access.usage.count(requirePrincipal(access, FEEDS, accountId, dataset), 'readFeed', 0, lookups)
    },
  }
}

export function createFileBilling(access: Access): FileBilling {
  return {
    async allowance(accountId, dataset) {
      const principal = requirePrincipal(access, FILES, accountId, dataset)
      const lookups = await access.monthly.lookupsAvailable(principal)
      const { file_rows: rows, running_files: running } = LIMITS[principal.plan]
      return { lookups, rows, running }
    },
    countLookups(accountId, dataset, lookups) {
      access.usage.count(requirePrincipal(access, FILES, accountId, dataset), 'createFile', 0, lookups)
    },
  }
}

/** Acts for the account like an access token without a person. */
function requirePrincipal(
  access: Access,
  { name, scope, feature, problem }: Background,
  accountId: string,
  dataset: Dataset,
): Principal {
  const account = access.directory.account(accountId)
  if (account?.status !== 'active')
    throw problem('account_suspended', 'The account is suspended. Contact the operator.')
  const principal = principalOf(account, {
    kind: 'token',
    id: name,
    account_id: accountId,
    mode: dataset === 'sandbox' ? 'test' : 'live',
    hash: '',
    scopes: [scope],
    expires_at: null,
    revoked_at: null,
    client_id: name,
    person_id: null,
    audience: 'any',
  })
  if (principal.dataset !== dataset || !planHas(principal.plan, feature))
    throw problem(
      'plan_required',
      `The ${principal.plan} plan does not include this ${name.slice(0, -1)}. Plans with ${name}: ${upgradesWith(feature).join(', ')}.`,
    )
  return principal
}

export async function startFiles(
  { config, log, foundation, worker }: BuildOptions,
  { access, links, metrics }: Pick<Services, 'access' | 'links' | 'metrics'>,
): Promise<Files> {
  const files = new Files({
    ...foundation,
    store: new FileStore(join(config.dataDir, 'files'), sharedFiles(config)),
    links,
    billing: createFileBilling(access),
    clock: systemClock,
    log,
    holder: worker?.name ?? nodeName,
  })
  if (!worker || worker.isFirst) await files.worker.start()
  files.worker.registerMetrics(metrics)
  return files
}
