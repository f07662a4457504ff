// Every operation states who may call it. TypeScript rejects one that does not.
import { expect, it } from 'vitest'
import { anyone } from '../../src/access/rights/policies.ts'
import { operation, route } from '../../src/http/server/route.ts'

const base = {
  id: 'test',
  tag: 'Test',
  summary: 'Test',
  response: { status: 200 },
  handle: () => ({ body: {} }),
} as const

it('does not compile without a policy', () => {
  // @ts-expect-error: `policy` is missing
  const withoutPolicy = operation(base)
  expect(withoutPolicy.policy).toBeUndefined()
  // @ts-expect-error: `policy` is missing
  route('GET', '/test', base)
  expect(route('GET', '/test', operation({ ...base, policy: anyone })).operation.policy).toEqual({ who: 'anyone' })
})
