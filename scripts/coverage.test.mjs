import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// docs/coverage.md names the test that shows each thing a person sees: a test that is renamed or goes is missed here.
const root = join(import.meta.dirname, '..');
const written = readFileSync(join(root, 'docs', 'coverage.md'), 'utf8');

const tests = ['domain/src', 'server/src', 'web/src', 'web/service-worker', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);
const citations = [...written.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, path, name]) => ({ path, name }));

const TITLE =
  /(?:\b(?:it|test|describe)|\]|\))(?:\.\w+)*(?:<[^(]*>)?\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;
const titles = new Map();
function titlesOf(path) {
  if (!titles.has(path)) {
    const text = readFileSync(join(root, path), 'utf8');
    titles.set(
      path,
      [...text.matchAll(TITLE)].map(([, title]) => title.slice(1, -1)),
    );
  }
  return titles.get(path);
}

/** Why a citation does not lead to one test; null where it does. */
function faultOf({ path, name }) {
  const files = tests.filter((file) => file === path || file.endsWith(`/${path}`));
  if (files.length !== 1) return `${path} : ${files.length} fichiers`;
  const found = titlesOf(files[0]).filter((title) => title.includes(name));
  return found.length === 1 ? null : `${path} › ${name} : ${found.length} tests`;
}

test('every citation leads to one test', () => {
  expect(citations.length).toBeGreaterThan(200);
  expect([...new Set(citations.map(faultOf))].filter((fault) => fault !== null)).toEqual([]);
});

test('every row of a table of tests cites one', () => {
  const [covered] = written.split('## Avec le tchat');
  const rows = covered.split('\n').filter((line) => line.startsWith('| ') && !line.endsWith('| test |'));
  expect(rows.filter((row) => !/` \|$/.test(row) || !row.includes(' › '))).toEqual([]);
});

/** The messages that SPEC 5 and 8 quote. */
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
operation has timed out
socket has been disconnected
Supprimer cette zone ?
Êtes-vous sûr ?`
  .trim()
  .split('\n');

test('every message that the specification quotes stands there, to the letter', () => {
  const quoted = new Set(
    [...written.matchAll(/« ([^«»]+?) »/g)].map(([, words]) => words.replace(/\s+/g, ' ')),
  );
  expect(messages.filter((message) => !quoted.has(message))).toEqual([]);
});
