/** Customers of the demonstration reach us here; an operator gives CONTACT_PHONE, CONTACT_EMAIL and CONTACT_PLACE, or the screen. */
export const demoContact = {
  phone: '+2290197000000',
  email: 'contact@amasin.bj',
  place: 'Cotonou, Bénin',
  emergency: '112',
} as const;

/** The build writes these placeholders into prerendered pages; the server replaces them by the house's contact in each page that it serves. */
export const builtContact = {
  phone: '+2290100000000',
  email: 'contact@maison.invalid',
  place: '@lieu-de-la-maison@',
  emergency: '112',
} as const;

/** The name of the `<meta>` from which a page reads the contact of the house, as JSON. */
export const CONTACT_META = 'amasin-contact';
