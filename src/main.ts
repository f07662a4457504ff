// The entry of the command line.
import { run } from './cli/program.ts'

export async function main(argv: readonly string[]): Promise<number> {
  return run(argv)
}
