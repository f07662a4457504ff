// The entry of the command line.
import { endWithClosedPipe } from './cli/closed-pipe.ts'
import { run } from './cli/program.ts'

export async function main(argv: readonly string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) endWithClosedPipe(argv[0], stream)
  return run(argv)
}
