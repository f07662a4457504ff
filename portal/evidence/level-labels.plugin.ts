// Puts the labels of the matcher's levels into the portal without the weights and phrases beside them.
import type { Plugin } from 'vite'
import { LEVEL_LABELS } from './level-labels.ts'

export function levelLabels(): Plugin {
  return {
    name: 'level-labels',
    load: (id) =>
      id.endsWith('/portal/evidence/level-labels.ts')
        ? `export const LEVEL_LABELS = ${JSON.stringify(LEVEL_LABELS)}`
        : undefined,
  }
}
