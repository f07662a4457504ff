// The built-in model: weights and calibration maps. Its data is written by tools/bench/fit.ts.

import data from './model.json' with { type: 'json' }
import type { Model } from './model-shape.ts'

// a JSON file has arrays where the type has pairs
export const MODEL = data as object as Model
