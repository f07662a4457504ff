// An answer about building links, written out as the JSON that goes over the wire. By hand: it is what most callers wait
// for, and a serialiser spends on it half as long as the matcher does on the address.
import type { LinkTarget } from '../links/link-target.ts'
import type { Link, LinkResult } from '../links/links.ts'
import type { LinkAnswerBody, LinkQuestion } from './link-schemas.ts'

type Asked = Pick<LinkQuestion, 'mls_number' | 'include'>

const json = JSON.stringify
const probability = (value: number) => Math.round(value * 1e6) / 1e6

export function writeLinkAnswer(answer: LinkResult, { include, mls_number }: Asked): string {
  const withEvidence = include?.includes('evidence') ?? false
  let data = ''
  for (const link of answer.links) data += (data === '' ? '' : ',') + writeLink(link, withEvidence)
  let more = ''
  if (mls_number) more += `,"mls_number":${json(mls_number)}`
  if (include?.includes('parsed')) more += `,"parsed":${json(answer.reading)}`
  if (include?.includes('readings')) more += `,"readings":${json(answer.readings ?? [])}`
  return (
    `{"data":[${data}],"meta":{"outcome":"${answer.outcome}","recommended_action":"${answer.action}",` +
    `"reason":${word(answer.reason)},"reason_detail":${text(answer.reason_detail)},` +
    `"none_probability":${probability(answer.none_probability)},` +
    `"dataset_version":"${answer.dataset_version}","model_version":"${answer.model_version}"${more}}}`
  )
}

function writeLink(link: Link, withEvidence: boolean): string {
  const { who, where } = writtenOf(link.target)
  const evidence = withEvidence ? `,"evidence":${json(link.evidence ?? [])}` : ''
  return (
    `{${who},"match_method":"${link.match_method}","match_confidence":${probability(link.match_confidence)},${where},` +
    `"unit":${text(link.unit)},"match_strategy":"${link.match_strategy}","match_level":"${link.match_level}"${evidence}}`
  )
}

/** What is fixed about a place, in the two pieces between which the match stands. */
interface Written {
  readonly who: string
  readonly where: string
}

const written = new WeakMap<LinkTarget, Written>()

function writtenOf(place: LinkTarget): Written {
  let pieces = written.get(place)
  if (!pieces) {
    const { project_id, project_name, canonical_mls_address, ...rest } = place
    pieces = { who: inside({ project_id, project_name, canonical_mls_address }), where: inside(rest) }
    written.set(place, pieces)
  }
  return pieces
}

/** The fields of an object without its braces. */
const inside = (fields: object) => json(fields).slice(1, -1)

const text = (value: string | null) => (value === null ? 'null' : json(value))
/** One of our own words, in which there is nothing to escape. */
const word = (value: string | null) => (value === null ? 'null' : `"${value}"`)

/** The same as a value, for those who do not send it on as it is. */
export function toLinkAnswerWire(answer: LinkResult, asked: Asked): LinkAnswerBody {
  return JSON.parse(writeLinkAnswer(answer, asked)) as LinkAnswerBody
}

export function toLinkWire(link: Link): LinkAnswerBody['data'][number] {
  return JSON.parse(writeLink(link, link.evidence !== undefined)) as LinkAnswerBody['data'][number]
}
