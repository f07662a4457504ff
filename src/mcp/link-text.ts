// Answers about buildings in words: which one it is, or what to ask the user when that is not certain.
import type { z } from 'zod'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { FeedbackAnswer } from '../contract/desk-schemas.ts'
import type { BatchWire } from '../contract/link-batch-schemas.ts'
import type { LinkAnswerBody } from '../contract/link-schemas.ts'
import { inLine, quoted } from './clean-text.ts'

type Link = LinkAnswerBody['data'][number]

export function tellLink({ data, meta }: LinkAnswerBody, snapshot: Snapshot): string {
  const [first, ...others] = data
  if (!first) return `No building: ${sayReason(meta)}. Do not guess one; ask the user to check the address or its city.`
  const question = questionFor(first, others, meta, snapshot)
  const lines = [`${sayLink(first)}; confidence ${first.match_confidence}, recommended: ${meta.recommended_action}.`]
  if (question) lines.push(question)
  return lines.join('\n')
}

/** Nothing when there is nothing to ask. */
function questionFor(
  first: Link,
  others: readonly Link[],
  { outcome }: LinkAnswerBody['meta'],
  snapshot: Snapshot,
): string | undefined {
  if (first.match_level === 'project') {
    const towers = snapshot.projects.get(first.project_id)?.buildings ?? []
    if (towers.length > 1) return `Ask which tower: ${either(towers.slice(0, 6).map(sayTower))}.`
  }
  if (outcome !== 'matched' && others.length > 0)
    return `Ask which building is meant: ${either([first, ...others].map(sayChoice))}.`
  if (outcome !== 'matched') return 'This is not certain: ask the user to confirm it before you rely on it.'
  return undefined
}

function sayLink(link: Link): string {
  const parts = [
    `project ${link.project_id}`,
    ...(link.building_id === null ? [] : [`building ${link.building_id}`]),
    ...(link.building_name ? [quoted(link.building_name)] : []),
    ...(link.unit ? [`unit ${inLine(link.unit, 20)}`] : []),
  ]
  return `${quoted(link.project_name)} (${parts.join(', ')}), ${inLine(link.canonical_mls_address)}`
}

function sayTower({ name, addresses }: Snapshot['projects']['records'][number]['buildings'][number]): string {
  const line = (addresses.find(({ valid_to }) => valid_to === null) ?? addresses[0])?.line
  return [line && inLine(line), name && quoted(name)].filter(Boolean).join(' ')
}

function sayChoice({ project_name, building_name, canonical_mls_address }: Link): string {
  return `${quoted(building_name ? `${project_name}, ${building_name}` : project_name)}, ${inLine(canonical_mls_address)}`
}

function either(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join('; ')} or ${choices.at(-1)}`
}

function sayReason({ reason, reason_detail }: LinkAnswerBody['meta']): string {
  return inLine(reason_detail ?? reason ?? 'nothing like it is in the data', 200).replace(/\.$/, '')
}

export function tellLinks({ data, meta }: z.output<typeof BatchWire>, snapshot: Snapshot): string {
  const lines = data.map((answer, i) => {
    const name = answer.query_id === null ? `${i + 1}` : inLine(String(answer.query_id), 40)
    if (answer.error) return `${name}: error ${answer.error.code}: ${inLine(answer.error.message, 200)}`
    return `${name}: ${tellLink({ data: answer.data!, meta: answer.meta! }, snapshot).replaceAll('\n', ' ')}`
  })
  return [`${meta.count} addresses, ${meta.errors} of them not answered.`, ...lines].join('\n')
}

export function tellFeedback({ data }: { data: z.output<typeof FeedbackAnswer> }): string {
  return data.queued
    ? `Taken as ${data.id}. A person will look at it; answers change only when they have decided.`
    : `Taken as ${data.id}. It was made with a sandbox key, so nobody will look at it.`
}
