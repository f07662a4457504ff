// A page of the desk that is still to be written.
import { Empty } from '../../parts/notice.tsx'
import type { DeskPath } from '../desk.tsx'

export function Projects(_: DeskPath) {
  return <Empty />
}
