// What curators do on 0.1.0: decisions, aliases, corrections and merges.
import { check } from '../image/steps.ts'
import type { Operator } from './api.ts'

export async function projectId(operator: Operator, name: string): Promise<number> {
  const { body } = await operator.get(`desk/projects?q=${encodeURIComponent(name)}`)
  const found = body.data.find((project: { name: string }) => project.name === name)
  check(found !== undefined, `no project ${name}`, body)
  return found.id
}

async function correct(operator: Operator, id: number, correction: object): Promise<void> {
  const { headers } = await operator.get(`desk/projects/${id}`)
  await operator.post(`desk/projects/${id}/corrections`, correction, { 'if-match': String(headers.etag) })
}

async function merge(operator: Operator, from: number, into: number): Promise<string> {
  const { body } = await operator.get(`desk/projects/${from}/merge-preview?into=${into}`)
  const order = { into, reason: 'the same building', preview_token: body.data.preview_token }
  return (await operator.post(`desk/projects/${from}/merge`, order)).id
}

/** A verification, one that is revoked, one whose project is merged later, a rejection, and a skipped case. */
async function decideCases(operator: Operator, projects: Readonly<Record<'oak' | 'aspen' | 'elm', number>>) {
  const { data } = (await operator.get('desk/queue?per_page=50')).body
  const decide = async (text: string, decision: object) => {
    const found = data.find((entry: { text: string }) => entry.text.startsWith(text))
    check(found !== undefined, `no case ${text}`, data)
    return (await operator.decide(found.id, decision)).decision?.id
  }
  await decide('130 Granvile', { verdict: 'correct', project_id: projects.oak, reason: 'called the developer' })
  const revoked = await decide('118 Tallow', { verdict: 'correct', project_id: projects.aspen })
  await decide('124 Marlow', { verdict: 'correct', project_id: projects.elm })
  await decide('999 Nowhere', { verdict: 'reject', reason: 'not ours' })
  await decide('#501 - 106', { verdict: 'skip' })
  await operator.post(`desk/decisions/${revoked}/revoke`, { reason: 'a mistake' })
}

/** Returns the project that was merged into another. */
export async function fillDesk(operator: Operator): Promise<number> {
  const named = (name: string) => projectId(operator, name)
  const [maple, cedar, birch, aspen] = [
    await named('Maple House 0'),
    await named('Cedar House 1'),
    await named('Birch House 2'),
    await named('Aspen House 3'),
  ]
  const [elm, oak, other] = [await named('Elm House 4'), await named('Oak House 5'), await named('Birch House 8')]
  await decideCases(operator, { oak, aspen, elm })
  await correct(operator, cedar, { name: 'Cedar Place', storeys: 33, reason: 'the developer says so' })
  await correct(operator, birch, { sales_status: 'sold_out' })
  await correct(operator, birch, { website_url: 'https://birch.example/' })
  const { corrections } = (await operator.get(`desk/projects/${birch}`)).body.data
  await operator.post(`desk/projects/${birch}/corrections/${corrections[0].id}/revoke`, { reason: 'too early' })
  await merge(operator, elm, maple)
  const undone = await merge(operator, other, maple)
  await operator.post(`desk/merges/${undone}/undo`, { reason: 'they are two' })
  const alias = { line: '77 Quay St', city: 'Ottawa', province: 'ON', project_id: aspen }
  const proposal = await operator.post('desk/alias-proposals', { ...alias, reason: 'on the sign' })
  await operator.post(`desk/alias-proposals/${proposal.id}/settle`, { verdict: 'accept' })
  await operator.post('desk/alias-proposals', { ...alias, line: '79 Quay St' })
  return elm
}
