// How sure the model may be, over the wire.
import { z } from 'zod'

export const CalibrationSchema = z
  .object({
    model_version: z.string(),
    reliability: z.array(
      z.object({
        said: z.number().describe('Mean confidence of the answers in this bin'),
        was: z.number().describe('Share of them that was right'),
        n: z.int().describe('How many answers'),
        measured_on: z.string(),
      }),
    ),
    figures: z.array(
      z.object({
        set: z.string(),
        held_out: z.boolean().describe('True when the model was not fitted on these'),
        n: z.int(),
        recall_at_995: z.number().describe('Share found while at most 0.5 % of the answers are wrong'),
        recall_at_999: z.number(),
        precision_95: z.number().describe('Share right of the answers at 0.95 and above'),
        recall_95: z.number(),
        ece: z.number().describe('Expected calibration error'),
      }),
    ),
  })
  .meta({ id: 'Calibration' })
