// Distances by chord length: exact to centimetres, without trigonometry per row.

const EARTH_KM = 6371.0088
const RADIANS = Math.PI / 180

export function unitVector(latitude: number, longitude: number): [x: number, y: number, z: number] {
  const phi = latitude * RADIANS
  const lambda = longitude * RADIANS
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Three numbers per point. NaN stays NaN. */
export function vectorsOf(latitude: Float64Array, longitude: Float64Array): Float64Array {
  const vectors = new Float64Array(latitude.length * 3)
  for (let row = 0, at = 0; row < latitude.length; row++) {
    const [x, y, z] = unitVector(latitude[row]!, longitude[row]!)
    vectors[at++] = x
    vectors[at++] = y
    vectors[at++] = z
  }
  return vectors
}

/** Squared chord length on the unit sphere between two points `km` apart on the ground. */
export function kmToChordSquared(km: number): number {
  const angle = Math.min(km / EARTH_KM, Math.PI)
  return (2 * Math.sin(angle / 2)) ** 2
}

export function chordSquaredToKm(squared: number): number {
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(squared) / 2))
}
