// Imported first by each program: with --help it prints the comment at the top of the program, and nothing else runs.
import { readFileSync } from 'node:fs'

const [, program = '', ...given] = process.argv
if (given.includes('--help') || given.includes('-h')) {
  const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(program, 'utf8')) ?? []
  console.log(comment.replaceAll(/^\/\/ ?/gm, '').trimEnd())
  process.exit()
}
