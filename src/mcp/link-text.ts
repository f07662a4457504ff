// Describes lookup results for a model, including what to ask the user.
import type { z } from 'zod'
import type { Building } from '../catalog/records/record-schemas.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'
import type { FeedbackSchema } from '../http/links/feedback-schemas.ts'
import type { BatchResponseSchema } from '../http/links/link-batch-schemas.ts'
import type { LinkResponse } from '../http/links/link-schemas.ts'
import { INVENTED, oneLine, quoted } from './clean-text.ts'

type Link = LinkResponse['data'][number]

export function linkText({ data, meta }: LinkResponse, snapshot: Snapshot): string {
  const [first, ...others] = data
  if (!first)
    return `No building found: ${reasonText(meta)}. Do not guess. Ask the user to check the address or the city.`
  const question = questionFor(first, others, meta, snapshot)
  const lines = [
    `${describeLink(first)}; confidence ${first.match_confidence}, recommended: ${meta.recommended_action}.`,
  ]
  if (first.summary) lines.push(oneLine(first.summary.en, 400))
  if (first.unit_known === false)
    lines.push('The list of units that we have for this building does not contain that unit. Mention it to the user.')
  if (question) lines.push(question)
  return lines.join('\n')
}

/** Returns undefined if there is nothing to ask. */
function questionFor(
  first: Link,
  others: readonly Link[],
  { outcome }: LinkResponse['meta'],
  snapshot: Snapshot,
): string | undefined {
  if (first.match_level === 'project') {
    const towers = snapshot.projects.get(first.project_id)?.buildings ?? []
    if (towers.length > 1) return `Ask the user which tower: ${joinWithOr(towers.slice(0, 6).map(describeTower))}.`
  }
  if (outcome !== 'matched' && others.length > 0)
    return `Ask the user which building they mean: ${joinWithOr([first, ...others].map(describeChoice))}.`
  if (outcome !== 'matched') return 'This result is not certain. Ask the user to confirm it before you use it.'
  return undefined
}

function describeLink(link: Link): string {
  const parts = [
    `project ${link.project_id}`,
    ...(link.building_id === null ? [] : [`building ${link.building_id}`]),
    ...(link.building_name ? [quoted(link.building_name)] : []),
    ...(link.invented ? [INVENTED] : []),
    ...(link.unit ? [`unit ${oneLine(link.unit, 20)}`] : []),
  ]
  const site =
    link.project_address === link.canonical_mls_address
      ? ''
      : `; address of the project: ${oneLine(link.project_address)}`
  return `${quoted(link.project_name)} (${parts.join(', ')}), ${oneLine(link.canonical_mls_address)}${site}`
}

function describeTower({ name, addresses }: Readonly<Building>): string {
  const line = (addresses.find(({ valid_to }) => valid_to === null) ?? addresses[0])?.line
  return [line && oneLine(line), name && quoted(name)].filter(Boolean).join(' ')
}

function describeChoice({ project_name, building_name, canonical_mls_address }: Link): string {
  return `${quoted(building_name ? `${project_name}, ${building_name}` : project_name)}, ${oneLine(canonical_mls_address)}`
}

function joinWithOr(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join('; ')} or ${choices.at(-1)}`
}

function reasonText({ reason, reason_detail }: LinkResponse['meta']): string {
  return oneLine(reason_detail ?? reason ?? 'no similar building is in the dataset', 200).replace(/\.$/, '')
}

export function batchText({ data, meta }: z.output<typeof BatchResponseSchema>, snapshot: Snapshot): string {
  const lines = data.map((answer, i) => {
    const name = answer.query_id === null ? `${i + 1}` : oneLine(String(answer.query_id), 40)
    if (answer.error) return `${name}: error ${answer.error.code}: ${oneLine(answer.error.message, 200)}`
    return `${name}: ${linkText({ data: answer.data!, meta: answer.meta! }, snapshot).replaceAll('\n', ' ')}`
  })
  return [`${meta.count} addresses, ${meta.errors} with errors.`, ...lines].join('\n')
}

export function feedbackText({ data }: { data: z.output<typeof FeedbackSchema> }): string {
  return data.queued
    ? `Feedback ${data.id} received. A curator will review it. Results change only after their decision.`
    : `Feedback ${data.id} received. It came from a sandbox key, so it will not be reviewed.`
}
