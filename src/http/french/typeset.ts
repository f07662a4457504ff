// French punctuation for texts written with plain spaces.

/** French puts a no-break space before high punctuation; the tables have plain spaces, which people can see. */
export function typeset(text: string): string {
  return text.replaceAll(/ ([:;?!»])/g, '\u00a0$1').replaceAll('« ', '«\u00a0')
}
