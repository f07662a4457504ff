// JSON schemas for project search, corrections and merges at the desk.
import { z } from 'zod'
import {
  ADDRESS_KINDS,
  Address,
  BUILDING_TYPES,
  Building,
  LOCATION_ACCURACIES,
  PROVINCES,
  Project,
  TENURES,
} from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { CONSTRUCTION_STATUSES, SALES_STATUSES } from '../../catalog/records/status.ts'
import type { Correction } from '../../ingest/edits/correction-rows.ts'
import type { Merge } from '../../ingest/edits/merge-rows.ts'
import type { MergePreview } from '../../ingest/edits/project-merger.ts'
import { HistorySchema } from '../projects/catalog-schemas.ts'
import { fieldsIn } from '../rest/envelope.ts'
import { enumParam, idListParam, integerParam, textParam } from '../rest/request-params.ts'

const note = z.string().trim().min(1).max(2000)
const id = z.int().min(1).max(2_147_483_647)
const line = (max: number) => z.string().trim().min(1).max(max)

export const DeskProjectsQuery = z.object({
  q: textParam(
    200,
    'Search text: start of a word in the name, aliases, addresses or developer, or a project id',
  ).optional(),
  ids: idListParam('Return only projects with these ids').optional(),
  city: textParam(100, 'Return only projects in this city').optional(),
  province: enumParam(PROVINCES, 'Return only projects in this province').optional(),
  limit: integerParam(1, 50, 'Maximum number of projects to return. Default: 20').optional(),
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
    field: z
      .string()
      .describe(
        'A project field, `location` (latitude, longitude and accuracy), `prices` (price_from and price_to), or `buildings.<id>.addresses`',
      ),
    value: z.unknown(),
    source_value: z
      .unknown()
      .describe('The source value when the correction was made. The correction ends when the source value changes'),
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
  ordinary: z.array(z.string()).describe('Status changes that need no reason'),
  corrections: z.array(z.string()).describe('Status changes that need a reason and are recorded as corrections'),
})

export const DeskProjectSchema = Project.omit({ cover_media: true, data_as_of: true })
  .extend({
    buildings: z.array(Building),
    filled: z
      .record(z.string(), z.string())
      .describe('Fields that a less trusted source fills in, with the name of the source'),
    version: z.int().describe('The ETag. Send it in `If-Match` when you correct the project'),
    moves: z.object({ sales_status: moves, construction_status: moves }),
    corrections: z.array(CorrectionSchema).describe('Active corrections first, then the most recent inactive ones'),
    merges: z.array(MergeSchema).describe('Projects merged into this one'),
    history: z.array(HistorySchema).describe('The most recent changes to the project’s fields'),
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
    .describe('The complete list of addresses. An address that you leave out is removed'),
})

export const CorrectionBody = z
  .strictObject({
    name: line(200),
    name_fr: line(200).nullable(),
    aliases: z.array(line(200)).max(50),
    address: line(200).describe('The canonical address. Must be an address of one of the project’s buildings'),
    neighbourhood_name: line(200).nullable(),
    postal_code: line(10).nullable(),
    building_type: z.enum(BUILDING_TYPES),
    tenure: z.enum(TENURES),
    sales_status: z.enum(SALES_STATUSES),
    construction_status: z.enum(CONSTRUCTION_STATUSES),
    storeys: z.int().nullable(),
    units_total: z.int().nullable(),
    year_built: z.int().nullable(),
    website_url: line(1000).nullable(),
    latitude: z.number().nullable().describe('Send latitude, longitude and location_accuracy together'),
    longitude: z.number().nullable(),
    location_accuracy: z.enum(LOCATION_ACCURACIES).nullable(),
    price_from: z.int().nullable(),
    price_to: z.int().nullable().describe('At least `price_from`'),
    buildings: z.array(tower).max(200),
    reason: note.describe('Required for a status change outside the standard sequence'),
  })
  .partial()

export const CorrectionResultSchema = z.object({
  dataset_version: z.string(),
  version: z.int(),
  corrections: z.array(z.string()).describe('Ids of the corrections that are now active'),
})

export const MergeQuery = z.object({ into: integerParam(1, 2_147_483_647, 'Id of the project to keep') })
export const MergeBody = z.strictObject({
  into: id,
  reason: note,
  preview_token: line(100).describe('Token from the merge preview. It expires when either project changes'),
})
export const MergeResultSchema = z.object({ id: z.string(), dataset_version: z.string() })

const side = DeskProjectItem.extend({ floor_plans: z.int(), units: z.int(), media: z.int() })

export const MergePreviewSchema = z
  .object({
    from: side,
    into: side,
    aliases_added: z.array(z.string()).describe('Names added to the surviving project'),
    towers: z.array(
      z.object({
        building_id: z.int(),
        name: z.string().nullable(),
        fate: z.enum(['moves', 'coincides']),
        into_building_id: z
          .int()
          .nullable()
          .describe('The building of the surviving project that is the same building'),
        addresses_added: z.array(Address).describe('Addresses added to that building'),
      }),
    ),
    left_behind: z
      .object({ floor_plans: z.int(), units: z.int(), media: z.int() })
      .describe('Records removed with the merged project. The surviving project keeps its own'),
    decisions: z
      .object({ verified: z.int(), proposed: z.int() })
      .describe('Decisions about the merged project. They move to the surviving project'),
    told: z.record(z.string(), z.int()).describe('Number of events that will be sent, by event type'),
    warnings: z.array(z.string()),
    preview_token: z.string(),
  })
  .meta({ id: 'MergePreview' })

export const toDeskItem = ({ buildings, ...project }: ProjectRecord) =>
  fieldsIn(DeskProjectItem, {
    ...project,
    buildings: buildings.map(({ id, name, addresses }) => ({ id, name, addresses })),
  })

/** The actor’s email address, if the actor is a person. */
type EmailOf = (actor: string) => string | null

export function toCorrectionJson(
  { dataset, version, ended_version, ...correction }: Correction,
  emailOf: EmailOf,
): z.input<typeof CorrectionSchema> {
  return { ...correction, actor_email: emailOf(correction.actor) }
}

export const toMergeJson = (merge: Merge, emailOf: EmailOf) =>
  fieldsIn(MergeSchema, { ...merge, actor_email: emailOf(merge.actor) })

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
      ...plan.buildingEvents,
      'building_link.verified': decisions.verified,
    },
    warnings: [...plan.warnings],
    preview_token: token,
  }
}
