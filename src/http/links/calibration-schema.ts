// JSON schema for the calibration of the matching model.
import { z } from 'zod'

/** The calibration maps: one per kind of answer and kind of input. `nearest` is for links without an address. */
export const MAP_STRATA = ['exact', 'partial', 'fuzzy', 'name', 'nearest'] as const
export const MAP_INPUTS = ['hints', 'text', 'point', 'postal_code'] as const

export const CalibrationSchema = z
  .object({
    model_version: z.string(),
    reliability: z.array(
      z.object({
        stratum: z
          .enum(['exact', 'partial', 'fuzzy', 'name'])
          .describe('How the result was found: exact, partial or fuzzy address, or a name'),
        input: z
          .enum(['hints', 'text'])
          .describe('`hints` if the query had a city, postal code or point beside the text'),
        predicted: z.number().describe('Mean confidence of the results in this bin'),
        observed: z.number().describe('Share of these results that were correct'),
        low: z.number().describe('Lower end of the 95% interval of `observed`'),
        high: z.number().describe('Upper end of the 95% interval of `observed`'),
        said: z.number().meta({ deprecated: true, description: 'Use `predicted`' }),
        was: z.number().meta({ deprecated: true, description: 'Use `observed`' }),
        n: z.int().describe('Number of results in this bin'),
        measured_on: z.string(),
      }),
    ),
    maps: z
      .array(
        z.object({
          stratum: z.enum(MAP_STRATA),
          input: z.enum(MAP_INPUTS),
          points: z
            .array(z.tuple([z.number(), z.number()]))
            .describe('Points [raw, calibrated]. Interpolate linearly between them'),
        }),
      )
      .describe('From the raw probability that any candidate is right to the calibrated one'),
    figures: z.array(
      z.object({
        set: z.string(),
        held_out: z.boolean().describe('True if the model was not fitted on this set'),
        n: z.int(),
        recall_at_995: z.number().describe('Share of addresses found while at most 0.5% of results are wrong'),
        recall_at_999: z.number().describe('Share of addresses found while at most 0.1% of results are wrong'),
        precision_95: z.number().describe('Share of results with confidence 0.95 or more that are correct'),
        recall_95: z.number(),
        ece: z.number().describe('Expected calibration error'),
      }),
    ),
  })
  .meta({ id: 'Calibration' })
