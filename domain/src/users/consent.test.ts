import { expect, it } from 'vitest';
import { consentVersions, healthConsentWords } from './consent.ts';

it('has a version of its own for each wording that people agreed to', () => {
  // With other words, add the new version and its words here, and keep nothing of the former.
  expect({ [consentVersions.health]: healthConsentWords }).toMatchInlineSnapshot(`
    {
      "2026-11-29": {
        "lines": [
          "Une ordonnance, une carte d’assurance, une consultation parlent de votre santé. Amasin s’en sert pour vous livrer vos médicaments, en déduire l’assurance et vous faire répondre par un médecin, pour rien d’autre.",
          "Les lisent ceux dont c’est le travail : la pharmacie de votre commande, votre médecin, les pharmaciens, les superviseurs et l’administrateur d’Amasin. Jamais le livreur.",
          "Vous pouvez retirer cet accord quand vous voulez, sous « Mes données » de votre profil.",
        ],
        "title": "Vos données de santé",
      },
    }
  `);
});
