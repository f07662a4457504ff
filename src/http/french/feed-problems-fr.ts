// Why a feed could not be read, in French. The sentences are stored in English.
import { translatorOf } from './stored-text.ts'

// biome-ignore format: one row per text, English and then French
export const FEED_PROBLEMS_FR: Readonly<Record<string, string>> = {
  'The URL must use https on port 443 or 8443, and its host must have a public address.': 'L’URL doit utiliser https sur le port 443 ou 8443, et son hôte doit avoir une adresse publique.',
  'The host name of the URL does not resolve.': 'Le nom d’hôte de l’URL est introuvable.',
  'The server does not accept connections.': 'Le serveur n’accepte pas de connexions.',
  'The certificate of the server is not valid.': 'Le certificat du serveur n’est pas valide.',
  'The server took too long to respond.': 'Le serveur a mis trop de temps à répondre.',
  'The connection ended before the response was complete.': 'La connexion a pris fin avant que la réponse soit complète.',
  'The response is too large. Choose a smaller page size.': 'La réponse est trop volumineuse. Choisissez des pages plus petites.',
  'The response is not valid HTTP.': 'La réponse n’est pas du HTTP valide.',
  'The token server responded with {0}. Check the client id, the client secret and the scope.': 'Le serveur de jetons a répondu {0}. Vérifiez l’identifiant du client, son secret et la portée.',
  'The token server sent no access_token.': 'Le serveur de jetons n’a pas envoyé d’access_token.',
  'The server responded with {0}. Check that the credentials are valid and allow this resource.': 'Le serveur a répondu {0}. Vérifiez que les identifiants sont valides et donnent accès à cette ressource.',
  'The server responded with {0} and is asked again later.': 'Le serveur a répondu {0} ; Plinth réessaiera plus tard.',
  'The server responded with {0}, a redirect. Use the final URL.': 'Le serveur a répondu {0}, une redirection. Utilisez l’URL finale.',
  'The server responded with {0}. Check the URL and the resource.': 'Le serveur a répondu {0}. Vérifiez l’URL et la ressource.',
  'The server responded with {0}. Check the filter, the resource and the fields.': 'Le serveur a répondu {0}. Vérifiez le filtre, la ressource et les champs.',
  'The server responded with {0}.': 'Le serveur a répondu {0}.',
  'The server sent a page of HTML or XML. Check the URL; the server may also be under maintenance.': 'Le serveur a envoyé une page HTML ou XML. Vérifiez l’URL ; le serveur est peut-être en maintenance.',
  'The server sent text that is not valid JSON. Check the URL; the server may also be under maintenance.': 'Le serveur a envoyé un texte qui n’est pas du JSON valide. Vérifiez l’URL ; le serveur est peut-être en maintenance.',
  'Row {0} of a page is older than the row before it. The server does not apply $orderby={1} or $filter.': 'La ligne {0} d’une page est plus ancienne que la précédente. Le serveur n’applique pas $orderby={1} ou $filter.',
  'The server sent the same page again. It does not apply $filter.': 'Le serveur a renvoyé la même page. Il n’applique pas $filter.',
  'The server sent the same keys again. It does not apply $filter.': 'Le serveur a renvoyé les mêmes clés. Il n’applique pas $filter.',
  'The page has no list "value". Check that the URL is the service root and "{0}" is a resource.': 'La page n’a pas de liste « value ». Vérifiez que l’URL est la racine du service et que « {0} » est une ressource.',
  'Row {0} of a page is not an object.': 'La ligne {0} d’une page n’est pas un objet.',
  'Row {0} of a page has no {1} that is a time with an offset, such as 2026-11-16T09:30:00Z.': 'La ligne {0} d’une page n’a pas de {1} qui soit une heure avec décalage, comme 2026-11-16T09:30:00Z.',
  'Row {0} of a page has no {1}.': 'La ligne {0} d’une page n’a pas de {1}.',
  'A page without rows links to a next page on another server.': 'Une page sans ligne mène à une page suivante sur un autre serveur.',
  'No column has the key of a listing. The file has: {0}. Set "fields" to the names in the file.': 'Aucune colonne ne contient la clé d’une inscription. Le fichier contient : {0}. Indiquez dans « fields » les noms du fichier.',
  'No column has the address of a listing. The file has: {0}. Set "fields" to the names in the file.': 'Aucune colonne ne contient l’adresse d’une inscription. Le fichier contient : {0}. Indiquez dans « fields » les noms du fichier.',
  'The file is not UTF-8. Save it as UTF-8.': 'Le fichier n’est pas en UTF-8. Enregistrez-le en UTF-8.',
  'The file is HTML or XML. Check the URL and the credentials.': 'Le fichier est du HTML ou du XML. Vérifiez l’URL et les identifiants.',
  'The file is not valid CSV ({0}).': 'Le fichier n’est pas du CSV valide ({0}).',
  'Line {0}: the file ends in the middle of a row. Nothing was marked gone.': 'Ligne {0} : le fichier se termine au milieu d’une ligne. Rien n’a été marqué comme retiré.',
  'The lookups of this month are used up. The feed continues next month.': 'Les recherches de ce mois sont épuisées. Le flux reprendra le mois prochain.',
  'Your plan stores at most {0} listings, and {1} are stored. Delete listings or upgrade your plan.': 'Votre forfait permet au plus {0} inscriptions, et {1} sont enregistrées. Supprimez des inscriptions ou changez de forfait.',
  'Plinth tries again.': 'Plinth réessaiera.',
}

export const feedProblemText = translatorOf(FEED_PROBLEMS_FR)
