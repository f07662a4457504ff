// French for errors of buildings, projects, media and webhooks.

// biome-ignore format: one row per text, English and then French
export const DATA_FR: Readonly<Record<string, string>> = {
  // The dataset.
  'The {0} dataset is being created: {1} of {2} projects. Try again in about {3} s.': 'Le jeu de données {0} est en cours de création : {1} projets sur {2}. Réessayez dans environ {3} s.',
  'The cursor is invalid or belongs to another query. Start again without it.': 'Le curseur n’est pas valide ou appartient à une autre requête. Recommencez sans curseur.',
  'Send "cursor" or "page"/"per_page", not both.': 'Envoyez « cursor » ou « page »/« per_page », pas les deux.',
  '"limit" and "per_page" mean the same. Send one of them.': '« limit » et « per_page » ont le même sens. Envoyez l’un des deux.',
  'Your plan stores changes for {0} days. Download /api/v1/exports again and continue from its sequence.': 'Votre forfait conserve les changements pendant {0} jours. Téléchargez de nouveau /api/v1/exports et continuez à partir de sa séquence.',
  'There is no export "{0}". GET /api/v1/exports lists them.': 'L’exportation « {0} » n’existe pas. GET /api/v1/exports en donne la liste.',

  // Projects and media.
  'There is no project "{0}".': 'Le projet « {0} » n’existe pas.',
  'This project was removed on {0}.': 'Ce projet a été retiré le {0}.',
  'This project was merged into project {0} on {1}.': 'Ce projet a été fusionné avec le projet {0} le {1}.',
  'Data for this project starts on {0}.': 'Les données de ce projet commencent le {0}.',
  '"min_{0}" ({1}) must not exceed "max_{2}" ({3}).': '« min_{0} » ({1}) ne doit pas dépasser « max_{2} » ({3}).',
  '"occupancy_from" ({0}) must not be after "occupancy_to" ({1}).': '« occupancy_from » ({0}) ne doit pas être après « occupancy_to » ({1}).',
  '"radius_km" requires "near".': '« radius_km » exige « near ».',
  'Sorting by distance requires "near".': 'Le tri par distance exige « near ».',
  '"include=sources" describes the current values. Remove "as_of".': '« include=sources » décrit les valeurs actuelles. Retirez « as_of ».',
  'There is no floor plan {0}.': 'Le plan d’étage {0} n’existe pas.',
  'There is no media item {0}.': 'Le média {0} n’existe pas.',
  'This media item no longer exists.': 'Ce média n’existe plus.',
  'The URL has expired or its signature is invalid. Request the media record again to get a new URL.': 'L’URL est expirée ou sa signature n’est pas valide. Relisez la fiche du média pour obtenir une nouvelle URL.',
  'This file does not exist.': 'Ce fichier n’existe pas.',
  'This server has the record but not the file: the record was imported without it.': 'Ce serveur a la fiche, mais pas le fichier : la fiche a été importée sans lui.',
  'The image is too large to render.': 'L’image est trop grande pour être produite.',
  'Too many images are waiting to be rendered. Try again shortly.': 'Trop d’images sont en attente. Réessayez dans un instant.',

  // Building links.
  'Send both latitude and longitude, or neither.': 'Envoyez la latitude et la longitude, ou aucune des deux.',
  'A line must be at most 65536 bytes.': 'Une ligne doit compter au plus 65536 octets.',
  'Each line must be a JSON object.': 'Chaque ligne doit être un objet JSON.',
  'This node is shutting down. Send the remaining lines again.': 'Ce nœud s’arrête. Envoyez de nouveau les lignes restantes.',
  'A stream takes at most {0} lines. This line and those after it were not processed.': 'Un envoi en continu accepte au plus {0} lignes. Cette ligne et les suivantes n’ont pas été traitées.',
  'At most {0} addresses a minute in batches. Try again in {1} s.': 'Au plus {0} adresses par minute dans les lots. Réessayez dans {1} s.',
  'Without a key, a batch takes at most {0} addresses.': 'Sans clé, un lot accepte au plus {0} adresses.',
  'Without a key, at most {0} batches a minute. Try again in {1} s.': 'Sans clé, au plus {0} lots par minute. Réessayez dans {1} s.',
  'Streams need an API key. Without one, send up to {0} addresses as JSON.': 'L’envoi en continu exige une clé API. Sans clé, envoyez jusqu’à {0} adresses en JSON.',
  'The client disconnected before the stream started.': 'Le client s’est déconnecté avant le début de l’envoi en continu.',
  'The account already has a running stream, which is the limit.': 'Le compte a déjà un envoi en continu actif, ce qui est la limite.',
  'The account already has {0} running streams, which is the limit.': 'Le compte a déjà {0} envois en continu actifs, ce qui est la limite.',
  'Send "address" or "link", not both.': 'Envoyez « address » ou « link », pas les deux.',
  'Send the "address" you looked up, or the "link" you received.': 'Envoyez l’adresse (« address ») recherchée ou le lien (« link ») reçu.',
  'A correction must include the right "project_id".': 'Une correction doit donner le bon « project_id ».',
  'Send "project_id" with "building_id".': 'Envoyez « project_id » avec « building_id ».',

  // Webhooks.
  'Webhook endpoint {0} not found.': 'Point de terminaison {0} introuvable.',
  'Delivery {0} not found. Deliveries are deleted after 30 days.': 'Livraison {0} introuvable. Les livraisons sont supprimées après 30 jours.',
  'Endpoint {0} is {1}. POST …/endpoints/{2}/enable first.': 'Le point de terminaison {0} est {1}. Appelez d’abord POST …/endpoints/{2}/enable.',
  'The endpoint is {0}. Enable it first.': 'Le point de terminaison est {0}. Activez-le d’abord.',
  pending: 'en attente',
  enabled: 'activé',
  disabled: 'désactivé',
  'The endpoint is now at version {0}. Read it again.': 'Le point de terminaison en est à la version {0}. Relisez-le.',
  'The endpoint was deleted during the test.': 'Le point de terminaison a été supprimé pendant l’essai.',
  'Events can be replayed for {0} days. Download /api/v1/exports again and continue from its sequence.': 'Les événements peuvent être renvoyés pendant {0} jours. Téléchargez de nouveau /api/v1/exports et continuez à partir de sa séquence.',
  'The last sequence number is {0}.': 'Le dernier numéro de séquence est {0}.',
  '"/since_sequence" must be at most {0}.': '« /since_sequence » doit être au plus {0}.',
  'The URL must use https on port 443 or 8443, without credentials, and its host must resolve to public addresses only.': 'L’URL doit utiliser https sur le port 443 ou 8443, sans identifiants, et son hôte doit mener seulement à des adresses publiques.',
}
