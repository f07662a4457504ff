// French for the features of the plans and the scopes of credentials.

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

// biome-ignore format: one row per text, English and then French
export const SCOPES_FR: Readonly<Record<string, string>> = {
  'Read projects, developers, cities and changes': 'Lire les projets, les promoteurs, les villes et les changements',
  'Read floor plans, units and prices': 'Lire les plans d’étage, les unités et les prix',
  'Read pictures and documents': 'Lire les images et les documents',
  'Look up which building an address is in, using your lookups': 'Chercher l’immeuble d’une adresse, en utilisant vos recherches',
  'Send feedback about building links on your behalf': 'Envoyer en votre nom une rétroaction sur les correspondances',
  'Read history and price history': 'Lire l’historique et l’historique des prix',
  'Download exports': 'Télécharger les exportations',
  'Read your listings, their links and their changes': 'Lire vos inscriptions, leurs correspondances et leurs changements',
  'Store, change and delete your listings, using your lookups': 'Enregistrer, modifier et supprimer vos inscriptions, en utilisant vos recherches',
  'Create, change and delete the feeds that fill your listings': 'Créer, modifier et supprimer les flux qui alimentent vos inscriptions',
  'Create, change and delete your webhook endpoints': 'Créer, modifier et supprimer vos points de terminaison (webhooks)',
  'See your usage': 'Voir votre utilisation',
  'Create and revoke your API keys and applications. This gives full control of your account': 'Créer et révoquer vos clés API et vos applications. Cela donne le plein contrôle de votre compte',
}
