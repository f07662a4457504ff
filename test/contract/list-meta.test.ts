// `meta` of lists follows its schema.
import { expect, it } from 'vitest'
import type { Principal } from '../../src/access/rights/principal.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { ListMeta } from '../../src/http/rest/envelope.ts'
import { pagingOf } from '../../src/http/rest/paging.ts'
import type { Services } from '../../src/http/server/services.ts'

const services = { signer: { sign: () => 'signature' } } as unknown as Services
const principal = { account: { id: 'acc_1' }, dataset: 'production' } as unknown as Principal

it('has no date before the first import', () => {
  const { meta } = pagingOf(services, principal, 'projects', {})
  const written = meta({ total: 0, records: [], next: null }, { version: null } as unknown as Snapshot)
  expect(ListMeta.parse(written)).toMatchObject({ data_as_of: null, dataset_version: 'none' })
})
