// JSON schemas for the sources of the data and their licences.
import { z } from 'zod'

export const AttributionSchema = z
  .object({
    name: z.string().describe('The source’s name, as in `sources` of a project'),
    title: z.string(),
    publisher: z.string().nullable(),
    licence: z.string().nullable().describe('Null: data of this installation’s operator'),
    licence_url: z.string().nullable(),
    attribution: z.string().nullable().describe('Show this statement where you show the data'),
    share_alike: z.boolean().describe('A database made from this data must have the same licence'),
    projects: z.int().describe('Number of projects with data from this source'),
  })
  .meta({ id: 'Attribution' })

export const AttributionsSchema = z
  .object({
    dataset: z.enum(['sandbox', 'production']),
    version: z.string().nullable(),
    share_alike: z.boolean().describe('True if one of the sources is share-alike'),
    sources: z.array(AttributionSchema).describe('The sources in force, most trusted first'),
  })
  .meta({ id: 'Attributions' })
