// `npm run lines`: counts the lines of code per room, and fails when a room exceeds its budget.
//   npm run lines -- --before v1.0.0     (beside the lines of an older commit)
import '../shared/help.ts'
import { execFileSync } from 'node:child_process'

interface Room {
  readonly name: string
  readonly folders: readonly string[]
  /** Lower it when a room gets lighter. What a capability adds beyond it is taken away elsewhere first. */
  readonly budget: number
}

const ROOMS: readonly Room[] = [
  { name: 'packages, clients', folders: ['packages', 'clients'], budget: 16_570 },
  { name: 'src', folders: ['src'], budget: 93_200 },
  { name: 'portal', folders: ['portal'], budget: 26_800 },
  { name: 'test', folders: ['test'], budget: 59_000 },
  { name: 'tools, bin', folders: ['tools', 'bin', 'proof', 'bench'], budget: 32_080 },
]

const CODE = /\.(?:ts|tsx|mjs|js|css|py|sql|sh)$/

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })

/** Per file, of the working tree or of a commit. `git grep -c ''` counts lines; deleted files have none. */
function linesByFile(commit?: string): Map<string, number> {
  const prefix = commit ? `${commit}:` : ''
  const counted = git('grep', '-c', '', ...(commit ? [commit] : []), '--', '*.*')
  return new Map(
    counted
      .trim()
      .split('\n')
      .map((line): [string, number] => {
        const at = line.lastIndexOf(':')
        return [line.slice(prefix.length, at), Number(line.slice(at + 1))]
      })
      .filter(([file]) => CODE.test(file)),
  )
}

function count(lines: ReadonlyMap<string, number>, folders: readonly string[]): number {
  let sum = 0
  for (const [file, n] of lines) if (folders.some((folder) => file.startsWith(`${folder}/`))) sum += n
  return sum
}

const before = process.argv.includes('--before') ? process.argv[process.argv.indexOf('--before') + 1] : undefined
const now = linesByFile()
const then = before ? linesByFile(before) : undefined
const total = (lines: ReadonlyMap<string, number>): number => [...lines.values()].reduce((a, b) => a + b, 0)
const number = (n: number): string => n.toLocaleString('en').padStart(9)

console.log(`${''.padEnd(20)}${then ? before?.slice(0, 9).padStart(9) : ''}      now   budget`)
for (const { name, folders, budget } of ROOMS) {
  const lines = count(now, folders)
  const isOver = lines > budget
  if (isOver) process.exitCode = 1
  console.log(
    name.padEnd(20) +
      (then ? number(count(then, folders)) : '') +
      number(lines) +
      number(budget) +
      (isOver ? '  over its budget: take away, or say in tools/build/lines.ts why it may grow' : ''),
  )
}
console.log('all'.padEnd(20) + (then ? number(total(then)) : '') + number(total(now)))
