// Join cases over HTTP: the queue, decisions, conflicts, undo and the audit log.
import { afterAll, describe, expect, it } from 'vitest'
import { JoinCaseSchema, JoinResultSchema, JoinsSchema, ProjectValuesSchema } from '../../src/http/desk/join-schemas.ts'
import { peopleOf } from '../support/credentials.ts'
import { openJoinCases } from '../support/join-cases.ts'
import { operatorKeyOf } from '../support/people.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const operator = operatorKeyOf(server)
const ids = await openJoinCases(server, 5)
const curator = (await peopleOf(server, 'sandbox', 'curator')).at(-1)!.headers
afterAll(() => server.stop())

const JOINS = '/api/v1/desk/joins'
const read = async (id: string) => JoinCaseSchema.parse((await server.get(`${JOINS}/${id}`, operator)).body.data)
const list = async (query = '') => JoinsSchema.parse((await server.get(`${JOINS}${query}`, operator)).body)
const decide = (id: string, body: object) => server.send('POST', `${JOINS}/${id}`, body, undefined, curator)
const undo = (id: string) => server.send('POST', `${JOINS}/${id}/undo`, {}, undefined, curator)
const projectOf = async (id: string) => (await read(id)).row.project_id

describe('join cases', () => {
  it('are listed oldest first, with both rows compared field by field', async () => {
    const { data, meta } = await list('?per_page=2')
    expect(data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(meta).toEqual({ total: 5, count: 2, has_more: true, by_source: { register: 5 } })
    const [first] = data
    expect(first).toMatchObject({
      state: 'open',
      distance_m: 222,
      row: { source: 'register' },
      other: { source: 'city' },
    })
    const agreement = Object.fromEntries(first!.comparison.map((field) => [field.field, field.agreement]))
    expect(agreement).toMatchObject({
      address: 'same',
      addresses: 'one_side',
      postal_code: 'same',
      units_total: 'different',
      storeys: 'one_side',
      condo_corp: 'one_side',
    })
    expect((await list('?page=2&per_page=2')).data[0]!.id).toBe(ids[2])
    expect((await list('?source=city')).data).toEqual([])
  })

  it('become one project when a curator joins them, and two again after undo', async () => {
    const [id] = ids
    const before = await read(id!)
    expect(before.row.project_id).not.toBe(before.other.project_id)
    const { status, body } = await decide(id!, { decision: 'join', reason: 'One tower, two entrances.' })
    expect(status).toBe(200)
    const { case: decided, dataset_version } = JoinResultSchema.parse(body.data)
    expect(decided).toMatchObject({ state: 'joined', decision_reason: 'One tower, two entrances.' })
    expect(decided.decided_by_email).toContain('@')
    expect(dataset_version).not.toBeNull()
    expect(await projectOf(id!)).toBe(before.other.project_id)
    const gone = await server.get(`/api/v1/projects/${before.row.project_id}`, server.keys.elite)
    expect(gone.status).toBe(410)
    const values = await server.get(`/api/v1/desk/projects/${before.other.project_id}/values`, operator)
    const { rows, disagreements } = ProjectValuesSchema.parse(values.body.data)
    expect(rows.map(({ source, is_anchor }) => [source, is_anchor])).toEqual([
      ['city', true],
      ['register', false],
    ])
    expect(disagreements.find(({ field }) => field === 'units_total')!.values).toMatchObject([
      { source: 'city', value: 118, won: true },
      { source: 'register', value: 120, won: false },
    ])
    expect((await undo(id!)).body.data.case.state).toBe('open')
    expect(await projectOf(id!)).toBe(before.row.project_id)
    const back = await server.get(`/api/v1/projects/${before.row.project_id}`, server.keys.elite)
    expect(back.status).toBe(200)
    expect((await server.get(`/api/v1/projects/${before.other.project_id}`, server.keys.elite)).status).toBe(200)
    const alone = await server.get(`/api/v1/desk/projects/${before.other.project_id}/values`, operator)
    expect(alone.body.data.rows).toHaveLength(1)
  })

  it('return 409 when somebody else decided first, and when there is nothing to undo', async () => {
    const id = ids[2]!
    const results = await Promise.all([decide(id, { decision: 'apart' }), decide(id, { decision: 'join' })])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(results.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'state_conflict' })
    expect((await undo(ids[3]!)).body.code).toBe('state_conflict')
    expect((await decide('join_none', { decision: 'apart' })).body.code).toBe('case_not_found')
  })

  it('are decided with an entry in the audit log', async () => {
    const audit = await server.get('/api/v1/operator/audit-log?action=desk.join_decided', operator)
    expect(audit.body.data[0]).toMatchObject({ details: { source: 'register', other_source: 'city' } })
    expect(audit.body.data.map(({ target }: { target: string }) => target)).toContain(ids[0])
    const undone = await server.get('/api/v1/operator/audit-log?action=desk.join_undone', operator)
    expect(undone.body.data).toHaveLength(1)
  })
})
