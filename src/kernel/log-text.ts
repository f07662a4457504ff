// Turns JSON log lines into text for people.

export interface TextScreen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

interface Line {
  readonly level: number
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly message: string; readonly stack?: string }
  readonly [field: string]: unknown
}

const WARNING = 40
const ERROR = 50
/** A progress bar may be on the line. */
const CLEAR_LINE = '\r\u001b[K'
const COLOURS = { grey: '\u001b[90m', yellow: '\u001b[33m', red: '\u001b[31m', none: '\u001b[39m' } as const

/** `write` takes one or more JSON lines. */
export function textLines(screen: TextScreen, colours: boolean): { write(lines: string): void } {
  const paint = (colour: keyof typeof COLOURS, text: string) =>
    colours ? `${COLOURS[colour]}${text}${COLOURS.none}` : text
  const format = (line: Line): string => {
    const time = paint('grey', new Date(line.time).toTimeString().slice(0, 8))
    const level =
      line.level >= ERROR ? `${paint('red', 'error')} ` : line.level >= WARNING ? `${paint('yellow', 'warning')} ` : ''
    return `${time} ${level}${isRequest(line) ? requestText(line) : messageText(line)}`
  }
  return {
    write(lines) {
      const texts = lines
        .trimEnd()
        .split('\n')
        .map((line) => format(JSON.parse(line) as Line))
      screen.write(`${screen.isTTY ? CLEAR_LINE : ''}${texts.join('\n')}\n`)
    },
  }
}

const isRequest = ({ msg, path }: Line) => msg === undefined && path !== undefined

const requestText = ({ method, path, status, ms, requestId }: Line) =>
  `${method} ${path} ${status} ${ms} ms ${requestId}`

function messageText({ level, time, msg, err, ...fields }: Line): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${fieldText(value)}`)
  const first = [msg ?? err?.message ?? '', ...pairs].join('  ')
  return err ? `${first}\n${err.stack ?? err.message}` : first
}

const fieldText = (value: unknown): string =>
  typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)
