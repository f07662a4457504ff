// The matcher's calibration over HTTP: how often it is right at each confidence.

import type { Model } from '@plinth/matcher/internal/decide/model-shape'
import { INPUTS, STRATA } from '@plinth/matcher/internal/decide/model-shape'
import { credential } from '../../access/rights/policies.ts'
import { LOCATION_MAPS } from '../../links/location-model.ts'
import { LOCATION_INPUTS } from '../../links/location-score.ts'
import { recordResponse } from '../rest/envelope.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import { CalibrationSchema } from './calibration-schema.ts'

function mapsOf({ calibration }: Model) {
  const ofAddresses = STRATA.flatMap((stratum) =>
    INPUTS.map((input) => ({ stratum, input, points: calibration[stratum][input] })),
  )
  const ofLocations = LOCATION_INPUTS.map((input) => ({ stratum: 'nearest', input, points: LOCATION_MAPS[input] }))
  return [...ofAddresses, ...ofLocations]
}

const calibration = catalogueOperation({
  id: 'getCalibration',
  tag: 'Building links',
  compressed: true,
  policy: credential({ scope: null, feature: 'core' }),
  summary: 'Get the model’s calibration',
  description: '`maps` turns the raw probability of `include=evidence` into the calibrated one.',
  response: { status: 200, schema: recordResponse(CalibrationSchema) },
  example: { call: 'buildingLinks.calibration' },
  handle({ services }) {
    const { model, figures } = services.model
    const reliability = services.model.reliability.map((bin) => ({ predicted: bin.said, observed: bin.was, ...bin }))
    return { body: { data: { model_version: model.version, reliability, maps: mapsOf(model), figures } } }
  },
})

export const calibrationRoutes: readonly Route[] = [route('GET', '/api/v1/building-links/calibration', calibration)]
