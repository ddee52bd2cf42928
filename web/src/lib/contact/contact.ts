/** How to reach us. */
export const contact = {
  phone: '+2290197000000',
  email: 'contact@amasin.bj',
  place: 'Cotonou, Bénin',
} as const;
