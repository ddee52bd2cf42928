/** The public pages that the header leads to (SPEC 2). */
export const places = [
  { to: '/', label: 'Accueil' },
  { to: '/about', label: 'À propos' },
  { to: '/pharmacies', label: 'Trouver une pharmacie' },
  { to: '/admin', label: 'Espace partenaire' },
] as const;
