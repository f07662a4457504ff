// A page of the desk that is still to be written.
import { Empty } from '../../parts/notice.tsx'
import type { DeskPath } from '../desk.tsx'

export function Review(_: DeskPath) {
  return <Empty />
}
