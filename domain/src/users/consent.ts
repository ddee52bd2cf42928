import type { UserType } from '../contract/user-type.ts';

/** They agree to the terms by registering; a super administrator makes the accounts of the others, who agree to nothing. */
export const registersThemselves: readonly UserType[] = ['customer', 'pharmacy', 'partnerDoctor'];

/** A person agrees to each of these apart. */
export const consentPurposes = ['terms', 'health'] as const;

export type ConsentPurpose = (typeof consentPurposes)[number];

/** Each text is known by the day on which it was written: change it together with « Conditions » or with the words below. */
export const consentVersions: Readonly<Record<ConsentPurpose, string>> = {
  terms: '2026-11-29',
  health: '2026-11-29',
};

export const consentLabels: Readonly<Record<ConsentPurpose, string>> = {
  terms: 'Conditions de vente et d’utilisation',
  health: 'Usage de mes données de santé',
};

/** A customer reads this before the first use of health data. */
export const healthConsentWords = {
  title: 'Vos données de santé',
  lines: [
    'Une ordonnance, une carte d’assurance, une consultation parlent de votre santé. Amasin s’en sert pour vous livrer vos médicaments, en déduire l’assurance et vous faire répondre par un médecin, pour rien d’autre.',
    'Les lisent ceux dont c’est le travail : la pharmacie de votre commande, votre médecin, les pharmaciens, les superviseurs et l’administrateur d’Amasin. Jamais le livreur.',
    'Vous pouvez retirer cet accord quand vous voulez, sous « Mes données » de votre profil.',
  ],
} as const;
