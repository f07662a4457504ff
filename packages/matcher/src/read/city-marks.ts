// Marks which tokens of a text name a city.

export const CITY_STARTS = 1
export const CITY_CONTINUES = 2

/** CITY_STARTS, CITY_CONTINUES or 0 per token. An array: a function for it would be created for every text. */
export type CityMarks = Readonly<Uint8Array>

export const NO_CITIES: CityMarks = new Uint8Array(0)
