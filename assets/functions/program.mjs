// For Node: `match` answers a line of `plinth match` with a line. As a program, it answers the lines of its standard input.
import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

export const match = plinth.open(INDEX, STREETS)

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  let rest = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    process.stdout.write(lines.map((line) => `${match(line)}\n`).join(''))
  }
  if (rest !== '') process.stdout.write(`${match(rest)}\n`)
}
