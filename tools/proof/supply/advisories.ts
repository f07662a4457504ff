// Known vulnerabilities of the shipped packages, where the registry publishes them.
import { execFile } from 'node:child_process'

export interface Advisories {
  /** Null if the registry does not answer such questions. */
  readonly counts: Readonly<Record<string, number>> | null
}

const TIMEOUT_MS = 60_000

/** The only check that leaves this machine: npm asks the registry that it is configured for. */
export async function readAdvisories(folder: string, signal: AbortSignal): Promise<Advisories> {
  const text = await new Promise<string>((resolve) => {
    const args = ['audit', '--json', '--omit=dev', '--package-lock-only']
    // npm exits with 1 if it finds something, so the output counts and not the exit code.
    execFile('npm', args, { cwd: folder, timeout: TIMEOUT_MS, signal, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) =>
      resolve(stdout),
    )
  })
  return parseAdvisories(text)
}

export function parseAdvisories(text: string): Advisories {
  try {
    const counts = JSON.parse(text).metadata?.vulnerabilities
    return { counts: counts && typeof counts.total === 'number' ? counts : null }
  } catch {
    return { counts: null }
  }
}

export function advisoryProblems({ counts }: Advisories): string[] {
  const serious = (counts?.high ?? 0) + (counts?.critical ?? 0)
  return serious > 0
    ? [`${serious} shipped packages have a known vulnerability of high or critical severity. Run npm audit.`]
    : []
}

export function advisoryFigure({ counts }: Advisories): string {
  if (!counts) return 'not checked: the registry did not answer'
  return `${counts.total} (${(counts.high ?? 0) + (counts.critical ?? 0)} high or critical)`
}
