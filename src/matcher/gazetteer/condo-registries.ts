// Registries of condominium corporations and strata plans, by province.

export const CONDO_REGISTRIES =
  'tscc mtcc ycc yrcc yrscc pscc pcc dscc dcc drscc hscc hcc wscc wentcc wcc wncc wvlcc occ ocscc ccc nscc ncc nncc mcc mvlcc escc ecc bcc bscc scc ' +
  'simcc sscc lcc lscc flcc kcc hvlcc nvlcc nsscc ncecc gscc wecc dvlcc yvlcc pvlcc tcp strata stratum bcs bcp eps lms nws nes vis vas vr kas kap eps lsp ' +
  'sp ccp condoplan hccc nbcc'
