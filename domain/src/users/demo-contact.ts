/** How to reach us in the demonstration; an operator gives CONTACT_PHONE, CONTACT_EMAIL and CONTACT_PLACE. */
export const demoContact = {
  phone: '+2290197000000',
  email: 'contact@amasin.bj',
  place: 'Cotonou, Bénin',
} as const;
