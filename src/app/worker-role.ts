// What a node knows about its place among the workers of its machine.
import type { AllMetrics, WorkerStart } from './messages.ts'

export interface WorkerRole extends WorkerStart {
  /** The node's name, with the machine's as its first part. */
  readonly name: string
  /** Only one worker runs the work that a machine needs once. */
  ownsChores(): boolean
  allMetrics(): Promise<AllMetrics>
}
