import type { PartnerTitle } from './user.ts';

/** What each title of a partner health professional is called; apart from the schemas, for pages. */
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

/** « Docteur Aïcha Kora »; the name alone where there is no title. */
export function titledName(name: string, title: PartnerTitle | null | undefined): string {
  return title ? `${partnerTitleLabels[title]} ${name}` : name;
}
