import type { PartnerTitle } from './user.ts';

/** French labels of the titles. In their own file, so that pages can import them without zod. */
export const partnerTitleLabels: Readonly<Record<PartnerTitle, string>> = {
  hopital: 'Hôpital',
  docteur: 'Docteur',
  infirmier: 'Infirmier',
  anestesiste: 'Anesthésiste',
  kinesitherapeute: 'Kinésithérapeute',
  'sage femme': 'Sage-femme',
  'aide soignant': 'Aide-soignant',
  accoucheuse: 'Accoucheuse',
};

/** « Docteur Aïcha Kora », or the name alone without a title. */
export function titledName(name: string, title: PartnerTitle | null | undefined): string {
  return title ? `${partnerTitleLabels[title]} ${name}` : name;
}
