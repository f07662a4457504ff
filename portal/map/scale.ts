// A round distance for a scale bar.

const METRES_PER_DEGREE = 111_195

export interface Scale {
  readonly metres: number
  /** The length of the bar, in the units of the map. */
  readonly length: number
}

/** The longest of 1, 2, 3 or 5 times a power of ten that fits. */
export function scaleFor(unitsPerDegree: number, maxLength: number): Scale {
  const most = (maxLength / unitsPerDegree) * METRES_PER_DEGREE
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = (most >= 5 * power ? 5 : most >= 3 * power ? 3 : most >= 2 * power ? 2 : 1) * power
  return { metres, length: (metres / METRES_PER_DEGREE) * unitsPerDegree }
}
