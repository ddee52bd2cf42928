import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// docs/coverage.md names, for each requirement that a person can see, the test files that assert it. It cites files, not
// titles, so that a test can be renamed freely; a file that is renamed or deleted fails here.
const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8').replace(/\\'/g, "'").replace(/\s+/g, ' ');

const covered = readFileSync(join(root, 'docs', 'coverage.md'), 'utf8');
const tests = ['domain/src', 'server/src', 'web/src', 'web/service-worker', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
);

const quotes = (text) => [...text.matchAll(/« ([^«»]+?) »/g)].map(([, quote]) => quote.replace(/\s+/g, ' '));
const rows = covered
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.endsWith('| test |'))
  .map((line) => {
    const [requirement, cited] = line.slice(2, -2).split(' | ');
    const citations = (cited ?? '').split(', ');
    const filesOf = (citation) => tests.filter((path) => `/${path}`.endsWith(`/${citation.slice(1, -1)}`));
    return { requirement, citations: citations.map((citation) => ({ citation, files: filesOf(citation) })) };
  });

test('every row cites test files, each by a path that leads to exactly one', () => {
  expect(rows.length).toBeGreaterThan(200);
  const faults = rows.flatMap(({ requirement, citations }) =>
    citations
      .filter(({ files }) => files.length !== 1)
      .map(({ citation, files }) => `${requirement}: ${citation} (${files.length} files)`),
  );
  expect(faults).toEqual([]);
});

/** The messages that SPEC 5 and 8 quote, except the two English ones of the socket, which the product has in French. */
const messages = `
Numéro de téléphone requis
Format de téléphone invalide
Email requis
Format d'email invalide
Mot de passe requis
Le mot de passe doit contenir au moins 4 caractères
Le nom doit contenir au moins 2 caractères
Les mots de passe ne correspondent pas
Données d'identification manquantes
Nom requis
Téléphone requis
Type requis
Titre requis
Adresse requis
Veuillez spécifier le titre du professionnel de santé
La localisation est requise pour les pharmacies
La localisation est requise pour permettre aux clients de trouver la pharmacie
Veuillez ajouter au moins un médicament
Veuillez uploader votre ordonnance
Veuillez entrer un numéro d'ordonnance valide
Numéro requis
Aucune ordonnance trouvée
Zone requise
Adresse requise
Fichier requis !
Ajoutez au moins un médicament valide
Veuillez joindre un fichier
Fichier requis
Ajouter au moins un médicament
Veuillez remplir tous les champs obligatoires
Erreur de connexion
Erreur lors de l'inscription
Erreur lors de l'enrégistrement
Connexion réussie!
Inscription réussie! Vous pouvez maintenant vous connecter.
Déconnexion réussie
Inscription réussie, vous pouvez maintenant vous connecter et prescrire des ordonnaces !
Pharmacie enrégistrée avec succès !
Localisation récupérée avec succès
Commande créée avec succès, nous vous reviendrons très vite !
Commande Modifiée avec succès !
Statut mis à jour avec succès
Carte ajoutée
Ordonnance enregistrée
Ordonnance créée
Médicament créé et ajouté
Demande envoyée !
Médicament ajouté
Médicament modifié
Médicament supprimé
Commande assignée avec succès
Commande terminée
Bénéfices calculés
Paiement partenaires résussi !
Paiement superadmin résussi !
Zone ajoutée
Zone modifiée
Zone supprimée
Utilisateur créé
Utilisateur mis à jour
Statut mis à jour
Utilisateur supprimé
Profil mis à jour avec succès
Carte mise à jour
Carte supprimée
Impossible de récupérer la localisation
Géolocalisation non supportée par votre navigateur
Impossible d'obtenir votre position. Recherche par défaut.
Erreur lors de la recherche des pharmacies
Erreur lors de la recherche des pharmacies de garde
Impossible de charger la conversation
Impossible d'envoyer la demande
Code incorrect ou expiré
Erreur
Erreur lors de l'envoi du code OTP
reCAPTCHA non initialisé
Erreur lors du chargement des données
Erreur lors du chargement des commandes
Erreur chargement initial
Erreur de chargement
Erreur lors du chargement
Erreur lors du chargement des utilisateurs
Erreur lors du chargement du profil
Erreur chargement médicaments
Erreur lors de la création de la commande
Erreur lors de la mise à jour
Erreur lors de l'enregistrement de la carte
Erreur lors de la sauvegarde
Erreur sauvegarde
Erreur création ordonnance
Erreur création médicament
Erreur recherche médicaments
Erreur de recherche des médicaments
Erreur suppression
Erreur lors de la suppression
Erreur lors de l'assignation
Erreur lors de la finalisation
Erreur lors de l'opération
Payment service error
Fichier inaccessible
Supprimer cette zone ?
Êtes-vous sûr ?`
  .trim()
  .split('\n');

test.each(messages)('« %s » is in a row, and literally in a test file that the row cites', (message) => {
  const quoting = rows.filter(({ requirement }) => quotes(requirement).includes(message));
  expect(quoting.length > 0, 'quoted in docs/coverage.md').toBe(true);
  const unproven = quoting.filter(
    ({ citations }) => !citations.some(({ files }) => files.some((path) => read(path).includes(message))),
  );
  expect(unproven.map(({ requirement }) => requirement)).toEqual([]);
});

const security = readFileSync(join(root, 'docs', 'securite.md'), 'utf8');

test('each test and document that docs/securite.md cites is one file', () => {
  const cited = [...security.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, path]) => path);
  expect(cited.length).toBeGreaterThan(100);
  const faults = cited
    .map((citation) => [citation, tests.filter((path) => `/${path}`.endsWith(`/${citation}`)).length])
    .filter(([, files]) => files !== 1);
  expect(faults).toEqual([]);
  const documents = [...security.matchAll(/`((?:docs|scripts|deploy)\/[^`]+\.(?:md|mjs))`/g)].map(
    ([, path]) => path,
  );
  expect(documents.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('F1 to F35 each have a row with a test in docs/securite.md', () => {
  const ids = security
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '))
    .filter(([id, , cited]) => /^F\d+$/.test(id) && cited?.includes('.test.'))
    .map(([id]) => id);
  expect(ids).toEqual(Array.from({ length: 35 }, (_, index) => `F${index + 1}`));
});
