// The part of the path after `/desk/{tab}`.
export interface DeskPath {
  readonly id?: string
  readonly part?: string
}
