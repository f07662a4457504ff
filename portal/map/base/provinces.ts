// Approximate borders of Canada and its provinces, and the positions of their names.
import provinces from '../../../assets/portal/provinces.json' with { type: 'json' }

type Line = readonly (readonly [longitude: number, latitude: number])[]

/** `-123.03,49 -119,49` */
const lineOf = (points: string): Line =>
  points.split(' ').map((point) => point.split(',').map(Number) as [longitude: number, latitude: number])

export const BORDERS: readonly Line[] = provinces.borders.map(({ line }) => lineOf(line))

export const PROVINCE_LABELS = provinces.labels
