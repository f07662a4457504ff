// Waits for SIGTERM, SIGINT or SIGHUP.

export function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}
