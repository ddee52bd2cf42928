/** Customers of the demonstration reach us here; an operator gives CONTACT_PHONE, CONTACT_EMAIL and CONTACT_PLACE. */
export const demoContact = {
  phone: '+2290197000000',
  email: 'contact@amasin.bj',
  place: 'Cotonou, Bénin',
} as const;
