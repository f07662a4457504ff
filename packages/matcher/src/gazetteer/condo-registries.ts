// Registries of condominium corporations and strata plans, by province.

export const CONDO_REGISTRIES =
  'tscc mtcc ycc yrcc yrscc pscc pcc dscc dcc drscc hscc hcc wscc wentcc wcc wncc wvlcc occ ocscc ccc nscc ncc nncc mcc mvlcc escc ecc bcc bscc scc ' +
  'simcc sscc lcc lscc flcc kcc hvlcc nvlcc nsscc ncecc gscc wecc dvlcc yvlcc pvlcc tcp strata stratum bcs bcp eps lms nws nes vis vas vr kas kap eps lsp ' +
  'sp ccp condoplan hccc nbcc tscp mtcp pscp yrscp dscp hscp ocscp wscp mscc occc ' +
  'tcecc pcecc yrcecc ycecc dcecc hcecc wcecc wncecc scecc ocecc occecc mcecc'

/** A plan and its corporation share a number: TSCP 2345 is TSCC 2345. */
export const PLAN_REGISTRIES: Readonly<Record<string, string>> = {
  tscp: 'tscc',
  mtcp: 'mtcc',
  pscp: 'pscc',
  yrscp: 'yrscc',
  dscp: 'dscc',
  hscp: 'hscc',
  ocscp: 'ocscc',
  wscp: 'wscc',
  cde: 'condoplan',
  ccp: 'condoplan',
  plan: 'condoplan',
  condominiumplan: 'condoplan',
}

/** The area in `Toronto Standard Condominium Corporation`, and its registry. */
export const CORPORATION_AREAS: Readonly<Record<string, string>> = {
  torontostandard: 'tscc',
  torontocommonelements: 'tcecc',
  peelcommonelements: 'pcecc',
  yorkcommonelements: 'yrcecc',
  durhamcommonelements: 'dcecc',
  haltoncommonelements: 'hcecc',
  waterloocommonelements: 'wcecc',
  simcoecommonelements: 'scecc',
  ottawacarletoncommonelements: 'occecc',
  metropolitantoronto: 'mtcc',
  metrotoronto: 'mtcc',
  york: 'ycc',
  yorkstandard: 'yrscc',
  peel: 'pcc',
  peelstandard: 'pscc',
  durham: 'dcc',
  durhamstandard: 'dscc',
  halton: 'hcc',
  haltonstandard: 'hscc',
  waterloo: 'wcc',
  waterloostandard: 'wscc',
  wentworth: 'wentcc',
  ottawacarleton: 'occc',
  ottawacarletonstandard: 'ocscc',
  carleton: 'ccc',
  simcoe: 'scc',
  simcoestandard: 'sscc',
  middlesex: 'mcc',
  middlesexstandard: 'mscc',
}
