// What the operator and the customers read before and after the upgrade.
import type { Reader, ReadRequest } from './reading.ts'
/** The paths that are read, whatever the server has. */
import reads from './reads.json' with { type: 'json' }
import { ADDRESSES } from './rows.ts'

const api = (who: string, ...paths: readonly string[]): ReadRequest[] =>
  paths.map((path) => ({ who, path: `/api/v1/${path}` }))

const link = (who: string, address: string): ReadRequest => ({
  who,
  path: '/api/v1/building-links',
  body: { address },
})

/** The requests for every record that the server has. */
export async function requestsFor(reader: Reader, goneProjects: readonly number[]): Promise<ReadRequest[]> {
  const ids = async (who: string, path: string, field = 'id'): Promise<string[]> => {
    const { data } = await reader.one(api(who, path)[0]!)
    const found = (data as Record<string, unknown>[]).map((record) => record[field])
    return [...new Set(found.filter((id) => id !== null && id !== undefined))].map(String)
  }
  const today = new Date().toISOString().slice(0, 10)
  const projects = [...(await ids('elite', 'projects?limit=100')), ...goneProjects.map(String)]
  const floorPlans = await ids('elite', 'floor-plans?limit=100')
  const cases = [
    ...(await ids('operator', 'desk/queue?per_page=50')),
    ...(await ids('operator', 'desk/decisions?per_page=50', 'case_id')),
  ]
  const imports = await ids('operator', 'operator/imports?limit=50')
  const deliveries = await ids('elite', 'webhooks/deliveries?limit=100')
  return [
    ...api('elite', ...reads.account, 'oauth/applications', 'webhooks/endpoints', 'webhooks/deliveries?limit=100'),
    ...api('elite', ...reads.catalogue, ...deliveries.map((id) => `webhooks/deliveries/${id}`)),
    ...projects.flatMap((id) =>
      api(
        'elite',
        ...['', `?as_of=${today}`, '/floor-plans', '/units', '/media', '/history?limit=100'].map(
          (part) => `projects/${id}${part}`,
        ),
      ),
    ),
    ...floorPlans.flatMap((id) => api('elite', `floor-plans/${id}`, `floor-plans/${id}/price-history`)),
    ...ADDRESSES.map((address) => link('elite', address)),
    ...api('pro', ...reads.account, 'projects?limit=100', 'changes?since=0&limit=1000', 'floor-plans?limit=100'),
    ...ADDRESSES.slice(0, 3).map((address) => link('pro', address)),
    ...api('starter', ...reads.account, 'projects?limit=100', 'changes?since=0&limit=1000', 'floor-plans'),
    ...api('upgraded', ...reads.account, 'projects?limit=1'),
    ...api('sandbox', ...reads.account, 'projects?limit=100', 'dataset'),
    link('sandbox', '#1203 -77 huntley'),
    ...['limited', 'test', 'rotated', 'replacement'].flatMap((who) => api(who, 'me', 'projects?limit=100', 'usage')),
    ...api('revoked', 'me', 'projects'),
    ...api('suspended', 'me', 'projects'),
    ...api('application', 'projects?limit=100'),
    ...api('person', 'sessions/current', 'oauth/grants', 'api-keys', 'desk/decisions?per_page=50'),
    ...api('operator', ...reads.operator),
    ...(await ids('operator', 'operator/accounts?limit=200')).flatMap((id) =>
      api('operator', `operator/accounts/${id}`),
    ),
    ...imports.flatMap((id) =>
      api(
        'operator',
        ...['', '/changes?limit=100', '/rejected', '/rejected.csv'].map((part) => `operator/imports/${id}${part}`),
      ),
    ),
    ...[...new Set(cases)].flatMap((id) => api('operator', `desk/cases/${id}`)),
    ...(await ids('operator', 'desk/decisions?per_page=50')).flatMap((id) => api('operator', `desk/decisions/${id}`)),
    ...projects.flatMap((id) => api('operator', `desk/projects/${id}`)),
  ]
}
