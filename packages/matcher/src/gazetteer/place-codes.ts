// City fields as boards and people shorten them: codes of districts, and abbreviations of cities.

/** `pattern` is compared with the whole field, in lower case without spaces. */
export const PLACE_CODES: readonly { readonly pattern: RegExp; readonly city: string }[] = [
  { pattern: /^(?:toronto)?[cwe](?:0[1-9]|1[0-5])$/, city: 'Toronto' },
  { pattern: /^(?:tor|tdot|to|tnto)$/, city: 'Toronto' },
  { pattern: /^(?:edmonton)?zone[0-9]{1,2}$/, city: 'Edmonton' },
  { pattern: /^(?:edm|edmo|yeg)$/, city: 'Edmonton' },
  { pattern: /^(?:cal|calg|cgy|yyc)$/, city: 'Calgary' },
  { pattern: /^(?:van|vanc|yvr)$/, city: 'Vancouver' },
  { pattern: /^v(?:ve|vw)$/, city: 'Vancouver' },
  { pattern: /^vb[nse]$/, city: 'Burnaby' },
  { pattern: /^(?:bby|bur|burn)$/, city: 'Burnaby' },
  { pattern: /^(?:nw|newwest|vnw)$/, city: 'New Westminster' },
  { pattern: /^vri$/, city: 'Richmond' },
  { pattern: /^(?:nvan|vnv)$/, city: 'North Vancouver' },
  { pattern: /^(?:wvan|vwv)$/, city: 'West Vancouver' },
  { pattern: /^(?:mtl|yul)$/, city: 'Montréal' },
  { pattern: /^(?:ott|yow)$/, city: 'Ottawa' },
  { pattern: /^(?:miss|sauga|missi)$/, city: 'Mississauga' },
  { pattern: /^(?:bram|brampt)$/, city: 'Brampton' },
  { pattern: /^ham$/, city: 'Hamilton' },
  { pattern: /^(?:wpg|ywg)$/, city: 'Winnipeg' },
  { pattern: /^(?:stoon|ptoon|yxe)$/, city: 'Saskatoon' },
  { pattern: /^(?:rhill|rh)$/, city: 'Richmond Hill' },
  { pattern: /^(?:hfx|yhz)$/, city: 'Halifax' },
  { pattern: /^(?:kit|kw)$/, city: 'Kitchener' },
  { pattern: /^(?:qc|quebecville)$/, city: 'Québec' },
]
