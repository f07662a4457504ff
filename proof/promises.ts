// What Plinth promises, and which part of the proof shows it: the rows of docs/operate/reliability.md.

export interface ReliabilityPromise {
  readonly promise: string
  readonly how: string
  readonly part: string
  /** A figure of the part, or `breaches`. */
  readonly figure: string
}

export const PROMISES: readonly ReliabilityPromise[] = [
  {
    promise: 'URLs of customers reach nothing inside your network.',
    how: 'Hostile URLs for webhooks, feeds and OAuth clients, in a network where every address records connections.',
    part: 'ssrf',
    figure: 'breaches',
  },
  {
    promise: 'Dependencies are pinned and hashed, have allowed licences and run nothing when they are installed.',
    how: 'Checks of the lock file, the licences, the SBOM and, where the registry has them, known vulnerabilities.',
    part: 'supply',
    figure: 'breaches',
  },
]
