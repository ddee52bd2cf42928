import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from './tools/run.mjs';

const sources = globSync('{domain,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) =>
    !/\.(test|fixture)\.tsx?$|\/(testing|permissions|builders|demo)\//.test(path) &&
    // A message of a telephone has no ’.
    path !== 'server/src/sms/texts.ts',
);

/** An elision with the sign of a typewriter: « l'adresse ». */
const ELISION = /(?<!\p{L})(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'(?=\p{L})/iu;

/** Each text of a file that has one. */
function typedIn(path) {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
  const found = [];
  const open = [file];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    ts.forEachChild(node, (child) => void open.push(child));
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if ((isText || ts.isJsxText(node)) && ELISION.test(node.text)) found.push(node.text.trim());
  }
  return found;
}

/** The specification and the contract (refusals.test.ts) have these words so. */
const specified = [
  "Ce médicament n'est plus disponible",
  "Cette personne n'est pas disponible pour cette commande",
  "Cette zone n'est plus desservie",
  "Données d'identification manquantes",
  "Erreur lors de l'assignation",
  "Erreur lors de l'enregistrement",
  "Erreur lors de l'enregistrement de la carte",
  "Erreur lors de l'enrégistrement",
  "Erreur lors de l'envoi du code OTP",
  "Erreur lors de l'inscription",
  "Erreur lors de l'opération",
  "Format d'email invalide",
  "Impossible d'envoyer la demande",
  "Impossible d'obtenir votre position",
  "Si ce numéro est enregistré, un code vient d'être envoyé.",
  "Veuillez d'abord vérifier votre numéro de téléphone",
  "Veuillez entrer un numéro d'ordonnance valide",
  "Votre compte a été désactivé. Contactez l'administrateur.",
  "Vous avez déjà une carte d'assurance",
  "Vous n'avez pas accès à cette action",
  "À l'instant",
];

test('texts have the apostrophe of a book, but for those of the specification', () => {
  const typed = new Set(sources.flatMap(typedIn));
  expect([...typed].toSorted()).toEqual(specified.toSorted());
});
