// Feedback and the desk over HTTP: from a caller's objection to a verified answer, and back.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CaseDetailSchema,
  DecisionDetailSchema,
  DecisionsSchema,
  QueueSchema,
} from '../../src/contract/desk-schemas.ts'
import { HOSTILE } from '../matcher/hostile.ts'
import { peopleOf } from '../support/credentials.ts'
import type { Answer, TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
let operator: string
let projects: readonly { id: number; address: string; building: number }[]
beforeAll(async () => {
  server = await startServer()
  operator = readFileSync(join(server.dataDir, 'operator-key'), 'utf8').trim()
  const { records } = server.app.services.catalog.snapshot('production').projects
  projects = records
    .filter(({ buildings }) => buildings.length === 1)
    .map(({ id, address, buildings }) => ({ id, address, building: buildings[0]!.id }))
})
afterAll(() => server.stop())

const FEEDBACK = '/api/v1/building-links/feedback'
const LOST = '77 Forgotten Lane, Toronto, ON'

const say = (body: object, key = server.keys.pro, headers = {}) => server.send('POST', FEEDBACK, body, key, headers)
const desk = (path: string) => server.get(`/api/v1/desk/${path}`, operator)
const act = (path: string, body: object, headers = {}) =>
  server.send('POST', `/api/v1/desk/${path}`, body, operator, headers)
const resolve = async (address: string) =>
  (await server.send('POST', '/api/v1/building-links', { address }, server.keys.elite)).body

async function caseOf(text: string): Promise<{ id: string; etag: string; answer: Answer }> {
  const { body } = await desk('queue?per_page=200')
  const found = QueueSchema.parse(body).data.find((item) => item.text === text)
  const answer = await desk(`cases/${found!.id}`)
  return { id: found!.id, etag: answer.headers.get('etag')!, answer }
}

describe('feedback', () => {
  it('is taken with 202 and an id, once per Idempotency-Key, and opens a case', async () => {
    const body = { address: LOST, verdict: 'correct', project_id: projects[0]!.id, note: 'renamed street' }
    const [a, b] = [
      await say(body, server.keys.pro, { 'idempotency-key': 'f1' }),
      await say(body, server.keys.pro, { 'idempotency-key': 'f1' }),
    ]
    expect([a.status, b.status, b.headers.get('idempotency-replayed')]).toEqual([202, 202, 'true'])
    expect(a.body.data).toEqual({ id: expect.stringMatching(/^fb_\w{20}$/), queued: true })
    expect(b.body).toEqual(a.body)
    const { answer } = await caseOf(LOST)
    const detail = CaseDetailSchema.parse(answer.body.data)
    expect(detail).toMatchObject({ voices: 1, status: 'open', answer_now: null })
    expect(detail.feedback).toHaveLength(1)
    expect(detail.readings[0]).toMatchObject({ civic_number: '77', city: 'Toronto' })
  })

  it('takes a link as it was answered', async () => {
    const { data } = await resolve(projects[1]!.address)
    const answer = await say({ link: data[0], verdict: 'confirm' })
    expect([answer.status, answer.body.data.queued]).toEqual([202, true])
  })

  it('of the sandbox is checked and accepted, and goes nowhere', async () => {
    const before = (await desk('queue')).body.meta.total
    const answer = await say({ address: '1 Sandbox Way, Toronto', verdict: 'reject' }, server.keys.sandbox)
    expect([answer.status, answer.body.data.queued]).toEqual([202, false])
    expect((await desk('queue')).body.meta.total).toBe(before)
    const rows = await server.app.foundation.db.query.selectFrom('link_feedback').select('text').execute()
    expect(JSON.stringify(rows)).not.toContain('Sandbox Way')
  })

  it.each([
    [{ verdict: 'confirm' }, 400, 'missing_parameter'],
    [{ address: 'x', verdict: 'maybe' }, 400, 'invalid_parameter'],
    [{ address: 'x', verdict: 'confirm', colour: 1 }, 400, 'unknown_parameter'],
    [{ address: 'x', verdict: 'correct' }, 400, 'missing_parameter'],
    [{ address: 'x', verdict: 'correct', project_id: 999_999 }, 404, 'project_not_found'],
    [{ address: 'x', verdict: 'correct', project_id: 1 }, 404, 'project_not_found'],
    [{ address: 'x', verdict: 'confirm', building_id: 1 }, 400, 'missing_parameter'],
    [{ address: 'x', link: { project_id: 5 }, verdict: 'confirm' }, 400, 'invalid_parameter'],
  ])('%j: %i %s', async (body, status, code) => {
    const answer = await say(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('takes hostile text without breaking, and it comes out of the desk as it went in', async () => {
    const key = await server.newKey('elite')
    for (const text of HOSTILE) {
      const answer = await say({ address: text, verdict: 'reject', note: text }, key)
      expect(answer.status, JSON.stringify(text.slice(0, 60))).toBeLessThan(500)
    }
    const queue = await desk('queue?per_page=200')
    expect(queue.status).toBe(200)
    for (const { id } of QueueSchema.parse(queue.body).data) expect((await desk(`cases/${id}`)).status).toBe(200)
    expect(queue.body.data.map((item: { text: string }) => item.text)).toContain('<script>alert(1)</script>')
  })

  it('needs the scope to write', async () => {
    const made = await server.send('POST', '/api/v1/api-keys', { scopes: ['building_links:read'] }, server.keys.pro)
    const answer = await say({ address: LOST, verdict: 'reject' }, made.body.data.key)
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('the desk', () => {
  it('is closed to every API key', async () => {
    for (const path of ['queue', 'decisions', 'labels', 'alias-proposals', 'cases/case_x']) {
      const answer = await server.get(`/api/v1/desk/${path}`, server.keys.elite)
      expect([path, answer.status]).toEqual([path, 401])
    }
  })

  it('decides a case: verified for callers at once, told in the change log, undone by undo', async () => {
    const { id, etag } = await caseOf(LOST)
    const wish = {
      verdict: 'correct',
      project_id: projects[0]!.id,
      building_id: projects[0]!.building,
      reason: 'old map',
    }
    expect((await act(`cases/${id}/decide`, wish)).status).toBe(400)
    expect((await act(`cases/${id}/decide`, wish, { 'if-match': '"999"' })).status).toBe(412)
    const answers = await Promise.all([1, 2].map(() => act(`cases/${id}/decide`, wish, { 'if-match': etag })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const { decision, alias_proposal } = answers.find(({ status }) => status === 200)!.body.data
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
    const labels = await desk('labels')
    expect(JSON.parse(labels.text.trim().split('\n').at(-1)!)).toMatchObject({
      text: LOST,
      building_id: projects[0]!.building,
    })
    const proposed = await desk('alias-proposals')
    expect(proposed.body.data.map((item: { id: string }) => item.id)).toContain(alias_proposal.id)
    expect((await act(`decisions/${decision.id}/undo`, {})).status).toBe(200)
    expect((await resolve(LOST)).data).toEqual([])
    const ledger = DecisionsSchema.parse((await desk('decisions')).body)
    expect(ledger.data.find((item) => item.id === decision.id)).toMatchObject({ state: 'revoked', note: 'old map' })
  })

  it('revokes with a reason, and settles aliases', async () => {
    const alias = { line: '5 Oldname Crt', city: 'Toronto', province: 'ON', project_id: projects[2]!.id }
    const made = await act('alias-proposals', alias)
    expect([made.status, made.body.data.state]).toEqual([201, 'proposed'])
    const { id } = made.body.data
    expect((await act(`alias-proposals/${id}/settle`, { verdict: 'accept' })).body.data.state).toBe('verified')
    expect((await resolve('5 Oldname Court, Toronto')).data[0]).toMatchObject({
      match_method: 'verified',
      match_level: 'project',
    })
    expect((await act(`decisions/${id}/revoke`, {})).status).toBe(400)
    expect((await act(`decisions/${id}/revoke`, { reason: 'no' })).body.data.state).toBe('revoked')
    expect((await resolve('5 Oldname Court, Toronto')).data).toEqual([])
    expect((await act(`decisions/${id}/revoke`, { reason: 'no' })).status).toBe(409)
    expect((await act('decisions/dec_none/revoke', { reason: 'no' })).body.code).toBe('decision_not_found')
    expect((await desk('cases/case_none')).body.code).toBe('case_not_found')
  })

  it('says by name who decided what, what it changed for callers and what they were told', async () => {
    const text = '78 Forgotten Lane, Toronto, ON'
    await say({ address: text, verdict: 'reject' })
    const { id, etag } = await caseOf(text)
    const ana = (await peopleOf(server, 'pro', 'curator')).at(-1)!.headers
    const wish = { verdict: 'correct', project_id: projects[3]!.id }
    const post = (path: string, body: object, tag = etag) =>
      server.send('POST', `/api/v1/desk/${path}`, body, undefined, { ...ana, 'if-match': tag })
    const { decision } = (await post(`cases/${id}/decide`, wish)).body.data
    const { data } = (await desk(`decisions/${decision.id}`)).body
    expect(DecisionDetailSchema.parse(data)).toMatchObject({
      actor_email: expect.stringContaining('@example.com'),
      answer_before: null,
      answer_after: { project_id: projects[3]!.id, match_method: 'verified' },
      answer_now: { project_id: projects[3]!.id, match_method: 'verified' },
      events: [{ type: 'building_link.verified' }],
    })
    expect(data.project_name).toBe(data.answer_now.project_name)
    const own = await desk(`decisions?kind=correct&actor=${encodeURIComponent(decision.actor_email)}`)
    expect(own.body.data.map((item: { id: string }) => item.id)).toEqual([decision.id])
    expect((await desk('decisions?actor=nobody@example.com')).body.data).toEqual([])
    const audit = await server.get(`/api/v1/operator/audit-log?actor=${decision.actor_email}`, operator)
    expect(audit.body.data[0]).toMatchObject({ action: 'desk.decided', actor_email: decision.actor_email })
    expect((await server.get('/api/v1/operator/audit-log', undefined, ana)).body.code).toBe('insufficient_scope')
  })

  it('opens a skipped case again, and no other, for who has seen it as it is', async () => {
    const text = '79 Forgotten Lane, Toronto, ON'
    await say({ address: text, verdict: 'reject' })
    const { id, etag } = await caseOf(text)
    expect((await act(`cases/${id}/reopen`, {}, { 'if-match': etag })).body.code).toBe('state_conflict')
    const skipped = await act(`cases/${id}/decide`, { verdict: 'skip' }, { 'if-match': etag })
    expect((await act(`cases/${id}/reopen`, {}, { 'if-match': etag })).status).toBe(412)
    const opened = await act(`cases/${id}/reopen`, {}, { 'if-match': skipped.headers.get('etag')! })
    expect(opened.body.data).toMatchObject({ id, status: 'open', version: skipped.body.data.case.version + 1 })
  })
})
