// Projects at the desk over the wire: finding one, its corrections and moves, and what a merge does.
import { z } from 'zod'
import { ADDRESS_KINDS, Address, Building, PROVINCES, Project } from '../catalog/record-schemas.ts'
import type { ProjectRecord } from '../catalog/records.ts'
import { CONSTRUCTION_STATUSES, SALES_STATUSES } from '../catalog/status.ts'
import type { Correction } from '../ingest/edits/correction-rows.ts'
import type { Merge } from '../ingest/edits/merge-rows.ts'
import type { MergePreview } from '../ingest/edits/project-merger.ts'
import { HistorySchema } from './catalog-schemas.ts'
import { enumParam, integerParam, textParam } from './request-params.ts'

const note = z.string().trim().min(1).max(2000)
const id = z.int().min(1).max(2_147_483_647)
const line = (max: number) => z.string().trim().min(1).max(max)

export const DeskProjectsQuery = z.object({
  q: textParam(200, 'Beginnings of words of its name, aliases, addresses or developer; or its id').optional(),
  city: textParam(100, 'Only in this city').optional(),
  province: enumParam(PROVINCES, 'Only in this province').optional(),
  limit: integerParam(1, 50, 'At most this many (default 20)').optional(),
})

export const DeskProjectItem = Project.pick({
  id: true,
  slug: true,
  name: true,
  aliases: true,
  address: true,
  city_name: true,
  province: true,
  latitude: true,
  longitude: true,
  status: true,
  developer: true,
})
  .extend({ buildings: z.array(Building.pick({ id: true, name: true, addresses: true })) })
  .meta({ id: 'DeskProjectItem' })

export const DeskProjectsSchema = z.object({
  data: z.array(DeskProjectItem),
  meta: z.object({ total: z.int(), count: z.int(), has_more: z.boolean() }),
})

const STATES = ['in_force', 'superseded', 'revoked', 'lapsed', 'rolled_back'] as const
const ending = {
  ended_at: z.iso.datetime().nullable(),
  ended_by: z.string().nullable(),
  end_reason: z.string().nullable(),
}

export const CorrectionSchema = z
  .object({
    id: z.string(),
    project_id: z.int(),
    field: z.string().describe('A field of the project, or `buildings.<id>.addresses`'),
    value: z.unknown(),
    source_value: z
      .unknown()
      .describe('What the source said when it was corrected; the correction lapses when it changes'),
    reason: z.string().nullable(),
    actor: z.string(),
    actor_email: z.string().nullable(),
    made_at: z.iso.datetime(),
    state: z.enum(STATES),
    ...ending,
  })
  .meta({ id: 'Correction' })

export const MergeSchema = z
  .object({
    id: z.string(),
    from_id: z.int(),
    into_id: z.int(),
    reason: z.string(),
    actor: z.string(),
    actor_email: z.string().nullable(),
    made_at: z.iso.datetime(),
    state: z.enum(['in_force', 'undone', 'rolled_back']),
    ...ending,
  })
  .meta({ id: 'Merge' })

const moves = z.object({
  ordinary: z.array(z.string()).describe('Need no reason'),
  corrections: z.array(z.string()).describe('Need a reason, and are kept as corrections'),
})

export const DeskProjectSchema = Project.omit({ cover_media: true, data_as_of: true })
  .extend({
    buildings: z.array(Building),
    filled: z.record(z.string(), z.string()).describe('Fields that came from another source than the owner’s'),
    version: z.int().describe('The ETag, which a correction wants in If-Match'),
    moves: z.object({ sales_status: moves, construction_status: moves }),
    corrections: z.array(CorrectionSchema).describe('Those in force first, then the last of the others'),
    merges: z.array(MergeSchema).describe('What was merged into it'),
    history: z.array(HistorySchema).describe('The last changes of the project’s own fields'),
  })
  .meta({ id: 'DeskProject' })

const tower = z.strictObject({
  id,
  addresses: z
    .array(
      z.strictObject({
        line: line(200),
        kind: z.enum(ADDRESS_KINDS),
        valid_from: z.iso.date().nullish(),
        valid_to: z.iso.date().nullish(),
      }),
    )
    .min(1)
    .max(100)
    .describe('All of them: one that is left out is removed'),
})

export const CorrectionBody = z
  .strictObject({
    name: line(200),
    name_fr: line(200).nullable(),
    aliases: z.array(line(200)).max(50),
    address: line(200).describe('One of its towers’ addresses, to be the canonical one'),
    neighbourhood_name: line(200).nullable(),
    postal_code: line(10).nullable(),
    sales_status: z.enum(SALES_STATUSES),
    construction_status: z.enum(CONSTRUCTION_STATUSES),
    storeys: z.int().nullable(),
    units_total: z.int().nullable(),
    year_built: z.int().nullable(),
    website_url: line(1000).nullable(),
    buildings: z.array(tower).max(200),
    reason: note.describe('Required for a status move that is not in the table'),
  })
  .partial()

export const CorrectionResultSchema = z.object({
  dataset_version: z.string(),
  version: z.int(),
  corrections: z.array(z.string()).describe('Ids of the corrections that hold because of it'),
})

export const MergeQuery = z.object({ into: integerParam(1, 2_147_483_647, 'The project that stays') })
export const MergeBody = z.strictObject({
  into: id,
  reason: note,
  preview_token: line(100).describe('Of the preview: it holds for both projects as they were then'),
})
export const MergeResultSchema = z.object({ id: z.string(), dataset_version: z.string() })

const side = DeskProjectItem.extend({ floor_plans: z.int(), units: z.int(), media: z.int() })

export const MergePreviewSchema = z
  .object({
    from: side,
    into: side,
    aliases_added: z.array(z.string()).describe('Names that the survivor gets'),
    towers: z.array(
      z.object({
        building_id: z.int(),
        name: z.string().nullable(),
        fate: z.enum(['moves', 'coincides']),
        into_building_id: z.int().nullable().describe('The survivor’s tower that it is'),
        addresses_added: z.array(Address).describe('What that tower gets'),
      }),
    ),
    left_behind: z
      .object({ floor_plans: z.int(), units: z.int(), media: z.int() })
      .describe('Go with the merged project: the survivor keeps its own'),
    decisions: z
      .object({ verified: z.int(), proposed: z.int() })
      .describe('Addresses that people put there; they will be about the survivor'),
    told: z.record(z.string(), z.int()).describe('What callers hear, by event type'),
    warnings: z.array(z.string()),
    preview_token: z.string(),
  })
  .meta({ id: 'MergePreview' })

export function toDeskItem({ buildings, ...project }: ProjectRecord): z.input<typeof DeskProjectItem> {
  const { id, slug, name, aliases, address, city_name, province, latitude, longitude, status, developer } = project
  const towers = buildings.map(({ id, name, addresses }) => ({ id, name, addresses }))
  const place = { address, city_name, province, latitude, longitude }
  return { id, slug, name, aliases, ...place, status, developer, buildings: towers }
}

/** The address of whoever did it, where it was a person. */
type EmailOf = (actor: string) => string | null

export function toCorrectionJson(
  { dataset, version, ended_version, ...correction }: Correction,
  emailOf: EmailOf,
): z.input<typeof CorrectionSchema> {
  return { ...correction, actor_email: emailOf(correction.actor) }
}

export function toMergeJson(merge: Merge, emailOf: EmailOf): z.input<typeof MergeSchema> {
  const { id, from_id, into_id, reason, actor, made_at, state, ended_at, ended_by, end_reason } = merge
  const actor_email = emailOf(actor)
  return { id, from_id, into_id, reason, actor, actor_email, made_at, state, ended_at, ended_by, end_reason }
}

export function toPreviewJson({
  from,
  into,
  plan,
  decisions,
  token,
}: MergePreview): z.input<typeof MergePreviewSchema> {
  const countsOf = ({ floor_plans, units, media }: typeof from) => ({
    floor_plans: floor_plans.length,
    units: units.length,
    media: media.length,
  })
  const sideOf = (bundle: typeof from) => ({ ...toDeskItem(bundle.project), ...countsOf(bundle) })
  const left_behind = countsOf(from)
  const addressed = plan.towers.filter(({ added }) => added.length > 0).length
  return {
    from: sideOf(from),
    into: sideOf(into),
    aliases_added: [...plan.additions.aliases],
    towers: plan.towers.map(({ tower: { id, name }, counterpart, added }) => ({
      building_id: id,
      name,
      fate: counterpart ? ('coincides' as const) : ('moves' as const),
      into_building_id: counterpart?.id ?? null,
      addresses_added: added,
    })),
    left_behind,
    decisions,
    told: {
      'project.removed': 1,
      'project.updated': plan.additions.aliases.length + plan.additions.towers.length > 0 ? 1 : 0,
      'floor_plan.removed': left_behind.floor_plans,
      'media.removed': left_behind.media,
      'building.address_changed': addressed,
      'building_link.verified': decisions.verified,
    },
    warnings: [...plan.warnings],
    preview_token: token,
  }
}
