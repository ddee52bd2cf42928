/** How people reach us: footer, « À propos », privacy page, and what search engines are told. */
export const contact = {
  phone: '+2290197000000',
  email: 'contact@amasin.bj',
  place: 'Cotonou, Bénin',
} as const;
