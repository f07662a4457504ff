// The module that base-map.plugin.ts provides.
declare module 'virtual:base-map' {
  export const baseMapUrl: string
}
