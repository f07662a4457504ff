// Computes prices by city, year, size, floor and finish, rounded as builders do.

/** Price level of new homes relative to 2024. */
const LEVELS: Readonly<Record<number, number>> = {
  2005: 0.27,
  2006: 0.3,
  2007: 0.33,
  2008: 0.36,
  2009: 0.36,
  2010: 0.39,
  2011: 0.42,
  2012: 0.44,
  2013: 0.45,
  2014: 0.47,
  2015: 0.5,
  2016: 0.55,
  2017: 0.66,
  2018: 0.74,
  2019: 0.79,
  2020: 0.83,
  2021: 0.93,
  2022: 1.04,
  2023: 1.02,
  2024: 1,
  2025: 0.97,
  2026: 0.95,
  2027: 0.97,
  2028: 1,
}
const BASE_PER_SQFT = 1000

export function priceLevel(day: string): number {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const at = LEVELS[year] ?? (year < 2005 ? 0.25 : 1)
  const next = LEVELS[year + 1] ?? at
  return at + ((next - at) * (month - 1)) / 12
}

export type PriceFactors = {
  market: number
  day: string
  areaSqft: number
  floor: number
  finish: number
  isPenthouse: boolean
}

export function priceOf(factors: PriceFactors): number {
  const perSqft =
    BASE_PER_SQFT *
    factors.market *
    priceLevel(factors.day) *
    factors.finish *
    (650 / factors.areaSqft) ** 0.17 *
    (1 + 0.0032 * factors.floor) *
    (factors.isPenthouse ? 1.16 : 1)
  return printed(perSqft * factors.areaSqft)
}

/** Builders end prices in 900 below a million and in 000 above two. */
export function printed(dollars: number): number {
  if (dollars >= 2_000_000) return Math.round(dollars / 5000) * 5000
  return Math.round(dollars / 1000) * 1000 - 100
}
