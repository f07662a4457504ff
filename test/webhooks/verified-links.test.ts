// building_link.verified: subscribers get the canonical address from the catalogue, never the text that an account sent.
import { afterEach, expect, it } from 'vitest'
import { cleanUp, runCleanups } from '../support/databases.ts'
import { operatorKeyOf } from '../support/people.ts'
import { serverOn, tenant } from '../support/tenant.ts'
import { startReceiver } from './receiver.ts'

afterEach(runCleanups)

const TEXT = '77 Quixotic Lane 1205, Toronto, ON'

it('carries the canonical address to the sender and to other accounts', async () => {
  const server = await serverOn('embedded')
  const operator = operatorKeyOf(server)
  const project = server.app.services.catalog.snapshot('production').projects.toArray()[0]!
  const accounts = []
  for (const role of ['sender', 'subscriber']) {
    const receiver = await startReceiver()
    cleanUp(() => receiver.stop())
    const { key } = await tenant(server)
    const endpoint = { url: receiver.url, event_types: ['building_link.*'] }
    expect((await server.send('POST', '/api/v1/webhooks/endpoints', endpoint, key)).status).toBe(201)
    accounts.push({ role, key, receiver })
  }
  const sender = accounts[0]!.key
  await server.send('POST', '/api/v1/building-links', { address: TEXT }, sender)
  const feedback = { address: TEXT, verdict: 'correct', project_id: project.id, note: 'quixotic note' }
  expect((await server.send('POST', '/api/v1/building-links/feedback', feedback, sender)).status).toBe(202)
  const queue = await server.get('/api/v1/desk/queue?per_page=200', operator)
  const { id } = queue.body.data.find((item: { text: string }) => item.text === TEXT)
  const etag = (await server.get(`/api/v1/desk/cases/${id}`, operator)).headers.get('etag')!
  const verdict = {
    verdict: 'correct',
    project_id: project.id,
    building_id: project.buildings[0]!.id,
    reason: 'quixotic',
  }
  const decided = await server.send('POST', `/api/v1/desk/cases/${id}/decide`, verdict, operator, { 'if-match': etag })
  expect(decided.status).toBe(200)
  const decision = decided.body.data.decision.id

  for (const { role, key, receiver } of accounts) {
    const { body } = await receiver.gets(({ type }) => type === 'building_link.verified')
    expect([role, body.data.resource.id, body.data.object]).toEqual([
      role,
      decision,
      {
        building_id: project.buildings[0]!.id,
        canonical_mls_address: project.address,
        project_address: project.address,
      },
    ])
    expect(receiver.got.map(({ text }) => text.toLowerCase()).join('\n')).not.toContain('quixotic')
    const changes = await server.get('/api/v1/changes?since=0&types=building_link.*', key)
    expect(changes.body.data.at(-1).resource.id).toBe(decision)
    expect(changes.text.toLowerCase()).not.toContain('quixotic')
  }
  const revoked = await server.send(
    'POST',
    `/api/v1/desk/decisions/${decision}/revoke`,
    { reason: 'quixotic' },
    operator,
  )
  expect(revoked.status).toBe(200)
  for (const { receiver } of accounts) {
    const { text } = await receiver.gets(({ type }) => type === 'building_link.revoked')
    expect(text.toLowerCase()).not.toContain('quixotic')
  }
})
