// French for the features of the plans.

export const FEATURES_FR: Readonly<Record<string, string>> = {
  'projects, media, developers, cities, dataset': 'projets, médias, promoteurs, villes, jeu de données',
  'address → building': 'adresse → immeuble',
  'floor plans, their images and price lists': 'plans d’étage, leurs images et listes de prix',
  'unit rows': 'liste des unités',
  'history, price history and as_of': 'historique, historique des prix et as_of',
  'the change log': 'journal des changements',
  'the projects export': 'exportation des projets',
  'every export': 'toutes les exportations',
  'webhook endpoints': 'points de terminaison (webhooks)',
  'tools over MCP': 'outils par MCP',
  'stored listings and feeds': 'inscriptions enregistrées et flux',
}
