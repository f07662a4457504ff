// The matcher's calibration over HTTP: how often it is right at each confidence.

import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import { INPUTS, STRATA } from '@plinth/matcher/internal/decide/model-shape'
import { credential } from '../../access/rights/policies.ts'
import { LOCATION_MAPS } from '../../links/location-model.ts'
import { LOCATION_INPUTS } from '../../links/location-score.ts'
import { operation } from '../door/route.ts'
import { recordResponse } from '../rest/envelope.ts'
import { CalibrationSchema } from './calibration-schema.ts'

function mapsOf({ calibration }: Model) {
  const ofAddresses = STRATA.flatMap((stratum) =>
    INPUTS.map((input) => ({ stratum, input, points: calibration[stratum][input] })),
  )
  const ofLocations = LOCATION_INPUTS.map((input) => ({ stratum: 'nearest', input, points: LOCATION_MAPS[input] }))
  return [...ofAddresses, ...ofLocations]
}

export const calibration = operation({
  id: 'getCalibration',
  tag: 'Building links',
  policy: credential({ scope: null, feature: 'core' }),
  summary: 'Get how often the live model is right at each confidence',
  description: '`maps` turns the raw probability of `include=evidence` into the calibrated one.',
  response: { status: 200, schema: recordResponse(CalibrationSchema) },
  example: { call: 'buildingLinks.calibration' },
  handle({ services }) {
    const { model, figures } = services.model
    const reliability = services.model.reliability.map((bin) => ({ predicted: bin.said, observed: bin.was, ...bin }))
    return { body: { data: { model_version: model.version, reliability, maps: mapsOf(model), figures } } }
  },
})
