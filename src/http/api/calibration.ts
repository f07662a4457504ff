// The matcher's calibration over HTTP: how often it is right at each confidence.

import { credential } from '../../access/policies.ts'
import { CalibrationSchema } from '../../contract/calibration-schema.ts'
import { recordResponse } from '../../contract/envelope.ts'
import { operation } from '../door/route.ts'

export const calibration = operation({
  id: 'getCalibration',
  tag: 'Building links',
  policy: credential({ scope: null, feature: 'core' }),
  summary: 'Get how often the live model is right at each confidence',
  response: { status: 200, schema: recordResponse(CalibrationSchema) },
  example: { call: 'buildingLinks.calibration' },
  handle({ services }) {
    const { model, reliability, figures } = services.model
    return { body: { data: { model_version: model.version, reliability, figures } } }
  },
})
