// Marks which tokens of a text name a city.

export const CITY_STARTS = 1
export const CITY_CONTINUES = 2

/** CITY_STARTS, CITY_CONTINUES or 0 for a token. */
export type CityMarkAt = (i: number) => number
