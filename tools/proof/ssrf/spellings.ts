// The ways to spell an IPv4 address in a URL. Pure.

/** Every spelling that some URL parser or resolver reads as `address`. */
export function spellingsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const parts = [a, b, c, d]
  const hex = (part: number) => `0x${part.toString(16)}`
  const octal = (part: number) => `0${part.toString(8)}`
  const short = (c << 8) | d
  return [
    String(whole),
    hex(whole),
    `0X${whole.toString(16).toUpperCase()}`,
    octal(whole),
    parts.map(hex).join('.'),
    parts.map(octal).join('.'),
    parts.map((part) => `0000${part.toString(8)}`).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    `${a}.${((b << 16) | short) >>> 0}`,
    `${a}.${b}.${short}`,
    `${address}.`,
    fromDigits(address, 0xff10),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    circled(address),
    [...address].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
    `${address}%00.attack.tld`,
    `[::ffff:${address}]`,
    `[0:0:0:0:0:ffff:${address}]`,
    `[::ffff:${address}%25lo]`,
  ]
}

/** The same digits from another block of Unicode. */
function fromDigits(text: string, zero: number): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

function circled(text: string): string {
  return text.replaceAll(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1)))
}
