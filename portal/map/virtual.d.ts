// The file that base-map.plugin.ts makes, as the map sees it.
declare module 'virtual:base-map' {
  export const baseMapUrl: string
}
