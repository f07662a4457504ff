// Link feedback and curator decisions over HTTP, from feedback to a verified link and back.
import { afterAll, describe, expect, it } from 'vitest'
import {
  CaseDetailSchema,
  DecisionDetailSchema,
  DecisionsSchema,
  QueueSchema,
} from '../../src/http/desk/desk-schemas.ts'
import { HOSTILE } from '../matcher/hostile.ts'
import { fromCases } from '../support/cases.ts'
import { peopleOf } from '../support/credentials.ts'
import { operatorKeyOf } from '../support/people.ts'
import type { Answer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const operator = operatorKeyOf(server)
const all = server.app.services.catalog.snapshot('production').projects
const projects = all
  .toArray()
  .filter(({ buildings }) => buildings.length === 1)
  .map(({ id, address, buildings }) => ({ id, address, building: buildings[0]!.id }))
afterAll(() => server.stop())

const FEEDBACK = '/api/v1/building-links/feedback'
const UNKNOWN_ADDRESS = '77 Forgotten Lane, Toronto, ON'

const sendFeedback = (body: object, key = server.keys.pro, headers = {}) =>
  server.send('POST', FEEDBACK, body, key, headers)
const getDesk = (path: string) => server.get(`/api/v1/desk/${path}`, operator)
const postDesk = (path: string, body: object, headers = {}) =>
  server.send('POST', `/api/v1/desk/${path}`, body, operator, headers)
const resolve = async (address: string) =>
  (await server.send('POST', '/api/v1/building-links', { address }, server.keys.elite)).body

async function caseOf(text: string): Promise<{ id: string; etag: string; response: Answer }> {
  const { body } = await getDesk('queue?per_page=200')
  const found = QueueSchema.parse(body).data.find((item) => item.text === text)
  const response = await getDesk(`cases/${found!.id}`)
  return { id: found!.id, etag: response.headers.get('etag')!, response }
}

describe('feedback', () => {
  it('returns 202 and an id, once per Idempotency-Key, and opens a case', async () => {
    const body = { address: UNKNOWN_ADDRESS, verdict: 'correct', project_id: projects[0]!.id, note: 'renamed street' }
    const [a, b] = [
      await sendFeedback(body, server.keys.pro, { 'idempotency-key': 'f1' }),
      await sendFeedback(body, server.keys.pro, { 'idempotency-key': 'f1' }),
    ]
    expect([a.status, b.status, b.headers.get('idempotency-replayed')]).toEqual([202, 202, 'true'])
    expect(a.body.data).toEqual({ id: expect.stringMatching(/^fb_\w{20}$/), queued: true })
    expect(b.body).toEqual(a.body)
    const { response } = await caseOf(UNKNOWN_ADDRESS)
    const detail = CaseDetailSchema.parse(response.body.data)
    expect(detail).toMatchObject({ voices: 1, status: 'open', answer_now: null })
    expect(detail.feedback).toHaveLength(1)
    expect(detail.readings[0]).toMatchObject({ civic_number: '77', city: 'Toronto' })
  })

  it('accepts a link in the form the API returned it', async () => {
    const { data } = await resolve(projects[1]!.address)
    const response = await sendFeedback({ link: data[0], verdict: 'confirm' })
    expect([response.status, response.body.data.queued]).toEqual([202, true])
  })

  it('from the sandbox is validated and accepted, but not stored', async () => {
    const before = (await getDesk('queue')).body.meta.total
    const response = await sendFeedback({ address: '1 Sandbox Way, Toronto', verdict: 'reject' }, server.keys.sandbox)
    expect([response.status, response.body.data.queued]).toEqual([202, false])
    expect((await getDesk('queue')).body.meta.total).toBe(before)
    const rows = await server.app.foundation.db.query.selectFrom('link_feedback').select('text').execute()
    expect(JSON.stringify(rows)).not.toContain('Sandbox Way')
  })

  it.each(fromCases<[object, number, string][]>('http/links-desk', 'refused feedback'))(
    '%j returns %i %s',
    async (body, status, code) => {
      const response = await sendFeedback(body)
      expect([response.status, response.body.code]).toEqual([status, code])
    },
  )

  it('accepts hostile text, and the desk returns it unchanged', async () => {
    const key = await server.newKey('elite')
    for (const text of HOSTILE) {
      const response = await sendFeedback({ address: text, verdict: 'reject', note: text }, key)
      expect(response.status, JSON.stringify(text.slice(0, 60))).toBeLessThan(500)
    }
    const queue = await getDesk('queue?per_page=200')
    expect(queue.status).toBe(200)
    for (const { id } of QueueSchema.parse(queue.body).data) expect((await getDesk(`cases/${id}`)).status).toBe(200)
    expect(queue.body.data.map((item: { text: string }) => item.text)).toContain('<script>alert(1)</script>')
  })

  it('stores the address that was read from a long text, and the decision applies to the text', async () => {
    const post = `Sunny and quiet, call now!\n${'='.repeat(4000)}\nUnit 5 - 81 Forgotten Lane, Toronto, ON M4W 1A5`
    const read = '#5 - 81 Forgotten Lane, Toronto, ON M4W1A5'
    expect((await sendFeedback({ address: post, verdict: 'reject' })).status).toBe(202)
    expect((await sendFeedback({ address: '='.repeat(4000), verdict: 'reject' })).status).toBe(202)
    // A word that no index could hold, and that does not compress.
    let word = ''
    for (let seed = 1; word.length < 7000; seed = (seed * 16_807) % 2_147_483_647)
      word += String.fromCharCode(97 + (seed % 26))
    expect((await sendFeedback({ address: `12 ${word} St, Toronto, ON`, verdict: 'reject' })).status).toBe(202)
    expect((await sendFeedback({ address: '='.repeat(8001), verdict: 'reject' })).body.code).toBe('address_too_long')
    const { data } = QueueSchema.parse((await getDesk('queue?per_page=200')).body)
    expect(Math.max(...data.map(({ text }) => text.length))).toBeLessThanOrEqual(512)
    const { id, etag } = await caseOf(read)
    const input = { verdict: 'correct', project_id: projects[2]!.id }
    expect((await postDesk(`cases/${id}/decide`, input, { 'if-match': etag })).status).toBe(200)
    expect((await resolve(post)).data).toMatchObject([{ project_id: projects[2]!.id, match_method: 'verified' }])
  })
})

describe('the desk', () => {
  it('publishes a decision at once, adds it to the change feed, and can undo it', async () => {
    const { id, etag } = await caseOf(UNKNOWN_ADDRESS)
    const input = {
      verdict: 'correct',
      project_id: projects[0]!.id,
      building_id: projects[0]!.building,
      reason: 'old map',
    }
    expect((await postDesk(`cases/${id}/decide`, input)).status).toBe(400)
    expect((await postDesk(`cases/${id}/decide`, input, { 'if-match': '"999"' })).status).toBe(412)
    const responses = await Promise.all([1, 2].map(() => postDesk(`cases/${id}/decide`, input, { 'if-match': etag })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
    const { decision, alias_proposal } = responses.find(({ status }) => status === 200)!.body.data
    expect(await resolve('#5-77 FORGOTTEN LN, Toronto')).toMatchObject({
      data: [
        {
          project_id: projects[0]!.id,
          building_id: projects[0]!.building,
          match_method: 'verified',
          match_strategy: 'verified',
          match_confidence: 1,
          unit: '5',
        },
      ],
      meta: { outcome: 'matched', recommended_action: 'accept', reason: null, none_probability: 0 },
    })
    const changes = await server.get('/api/v1/changes?since=0&types=building_link.verified', server.keys.elite)
    expect(changes.body.data.at(-1)).toMatchObject({ resource: { type: 'building_link', id: decision.id } })
    const labels = await getDesk('labels')
    expect(JSON.parse(labels.text.trim().split('\n').at(-1)!)).toMatchObject({
      text: UNKNOWN_ADDRESS,
      building_id: projects[0]!.building,
    })
    const proposed = await getDesk('alias-proposals')
    expect(proposed.body.data.map((item: { id: string }) => item.id)).toContain(alias_proposal.id)
    expect((await postDesk(`decisions/${decision.id}/undo`, {})).status).toBe(200)
    expect((await resolve(UNKNOWN_ADDRESS)).data).toEqual([])
    const ledger = DecisionsSchema.parse((await getDesk('decisions')).body)
    expect(ledger.data.find((item) => item.id === decision.id)).toMatchObject({ state: 'revoked', note: 'old map' })
  })

  it('settles alias proposals, and revokes decisions with a reason', async () => {
    const alias = { line: '5 Oldname Crt', city: 'Toronto', province: 'ON', project_id: projects[2]!.id }
    const created = await postDesk('alias-proposals', alias)
    expect([created.status, created.body.data.state]).toEqual([201, 'proposed'])
    const { id } = created.body.data
    expect((await postDesk(`alias-proposals/${id}/settle`, { verdict: 'accept' })).body.data.state).toBe('verified')
    expect((await resolve('5 Oldname Court, Toronto')).data[0]).toMatchObject({
      match_method: 'verified',
      match_level: 'building',
    })
    expect((await postDesk(`decisions/${id}/revoke`, {})).status).toBe(400)
    expect((await postDesk(`decisions/${id}/revoke`, { reason: 'no' })).body.data.state).toBe('revoked')
    expect((await resolve('5 Oldname Court, Toronto')).data).toEqual([])
    expect((await postDesk(`decisions/${id}/revoke`, { reason: 'no' })).status).toBe(409)
    expect((await postDesk('decisions/dec_none/revoke', { reason: 'no' })).body.code).toBe('decision_not_found')
    expect((await getDesk('cases/case_none')).body.code).toBe('case_not_found')
  })

  it('shows who made a decision, the links before and after it, and its events', async () => {
    const text = '78 Forgotten Lane, Toronto, ON'
    await sendFeedback({ address: text, verdict: 'reject' })
    const { id, etag } = await caseOf(text)
    const curator = (await peopleOf(server, 'pro', 'curator')).at(-1)!.headers
    const input = { verdict: 'correct', project_id: projects[3]!.id }
    const post = (path: string, body: object, tag = etag) =>
      server.send('POST', `/api/v1/desk/${path}`, body, undefined, { ...curator, 'if-match': tag })
    const { decision } = (await post(`cases/${id}/decide`, input)).body.data
    const { data } = (await getDesk(`decisions/${decision.id}`)).body
    expect(DecisionDetailSchema.parse(data)).toMatchObject({
      actor_email: expect.stringContaining('@example.com'),
      answer_before: null,
      answer_after: { project_id: projects[3]!.id, match_method: 'verified' },
      answer_now: { project_id: projects[3]!.id, match_method: 'verified' },
      events: [{ type: 'building_link.verified' }],
    })
    expect(data.project_name).toBe(data.answer_now.project_name)
    const byCurator = await getDesk(`decisions?kind=correct&actor=${encodeURIComponent(decision.actor_email)}`)
    expect(byCurator.body.data.map((item: { id: string }) => item.id)).toEqual([decision.id])
    expect((await getDesk('decisions?actor=nobody@example.com')).body.data).toEqual([])
    const audit = await server.get(`/api/v1/operator/audit-log?actor=${decision.actor_email}`, operator)
    expect(audit.body.data[0]).toMatchObject({ action: 'desk.decided', actor_email: decision.actor_email })
    expect((await server.get('/api/v1/operator/audit-log', undefined, curator)).body.code).toBe('insufficient_scope')
  })

  it('reopens only a skipped case, and only with its current version', async () => {
    const text = '79 Forgotten Lane, Toronto, ON'
    await sendFeedback({ address: text, verdict: 'reject' })
    const { id, etag } = await caseOf(text)
    expect((await postDesk(`cases/${id}/reopen`, {}, { 'if-match': etag })).body.code).toBe('state_conflict')
    const skipped = await postDesk(`cases/${id}/decide`, { verdict: 'skip' }, { 'if-match': etag })
    expect((await postDesk(`cases/${id}/reopen`, {}, { 'if-match': etag })).status).toBe(412)
    const opened = await postDesk(`cases/${id}/reopen`, {}, { 'if-match': skipped.headers.get('etag')! })
    expect(opened.body.data).toMatchObject({ id, status: 'open', version: skipped.body.data.case.version + 1 })
  })
})
