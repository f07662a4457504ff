// The colour of each project status in lists, maps and project pages.
import type { Project } from '../../src/http/api-types.ts'

export type StatusTone = 'good' | 'warn' | 'bad' | 'info' | 'stone'

const TONES: Readonly<Record<Project['status'], StatusTone>> = {
  selling: 'good',
  pre_launch: 'info',
  registration: 'info',
  planning: 'info',
  under_construction: 'warn',
  temporarily_sold_out: 'warn',
  on_hold: 'warn',
  sold_out: 'stone',
  occupancy: 'stone',
  completed: 'stone',
  converted_to_rental: 'bad',
  cancelled: 'bad',
  unknown: 'stone',
}

export function statusTone(status: string): StatusTone {
  return (TONES as Readonly<Record<string, StatusTone>>)[status] ?? 'stone'
}
