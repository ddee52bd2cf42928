/** Password of every demonstration account (DESIGN 5). */
export const DEMO_PASSWORD = 'demo-amasin';

/** The accounts printed at start, with their sign-in pages. */
export const demoAccounts = [
  { label: 'Super administrateur', identifier: 'admin@amasin.demo', door: '/admin' },
  { label: 'Superviseur', identifier: 'superviseur@amasin.demo', door: '/admin' },
  { label: 'Pharmacien interne', identifier: 'pharmacien@amasin.demo', door: '/admin' },
  { label: 'Pharmacie', identifier: 'pharmacie@amasin.demo', door: '/admin' },
  { label: 'Pharmacie', identifier: 'pharmacie2@amasin.demo', door: '/admin' },
  { label: 'Livreur', identifier: 'livreur@amasin.demo', door: '/admin' },
  { label: 'Livreur', identifier: 'livreur2@amasin.demo', door: '/admin' },
  { label: 'Professionnel de santé', identifier: 'docteur@amasin.demo', door: '/admin' },
  { label: 'Professionnel de santé', identifier: 'docteur2@amasin.demo', door: '/admin' },
  { label: 'Client', identifier: '0197000001', door: '/login' },
  { label: 'Client', identifier: '0197000002', door: '/login' },
] as const;
