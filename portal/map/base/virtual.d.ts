// The module that base-map.plugin.ts provides.
declare module 'virtual:base-map' {
  export const overviewUrl: string
  export const shoresUrl: string
  export const cityParts: readonly import('./city-parts.ts').CityPart[]
}
