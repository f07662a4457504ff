// How sure the model may be: how often it was right at each stated confidence, and on what that was measured.
import { z } from 'zod'
import { oneRecord } from '../contract/envelope.ts'
import { calibrationTable, FIGURES, MODEL } from '../matcher/model.ts'
import { operation } from './route.ts'

const CalibrationWire = z
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

export const calibration = operation({
  id: 'getCalibration',
  tag: 'Building links',
  summary: 'How often the live model is right at each stated confidence',
  answer: { status: 200, schema: oneRecord(CalibrationWire) },
  handle: () => ({
    body: { data: { model_version: MODEL.version, reliability: calibrationTable, figures: FIGURES } },
  }),
})
