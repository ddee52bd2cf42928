/** Password of every demo account. */
export const DEMO_PASSWORD = 'demo-amasin';

/** The accounts printed at start, with their sign-in pages. */
export const demoAccounts = [
  { label: 'Super administrateur', identifier: 'admin@amasin.demo', signInPath: '/admin' },
  { label: 'Superviseur', identifier: 'superviseur@amasin.demo', signInPath: '/admin' },
  { label: 'Pharmacien interne', identifier: 'pharmacien@amasin.demo', signInPath: '/admin' },
  { label: 'Pharmacie', identifier: 'pharmacie@amasin.demo', signInPath: '/admin' },
  { label: 'Pharmacie', identifier: 'pharmacie2@amasin.demo', signInPath: '/admin' },
  { label: 'Livreur', identifier: 'livreur@amasin.demo', signInPath: '/admin' },
  { label: 'Livreur', identifier: 'livreur2@amasin.demo', signInPath: '/admin' },
  { label: 'Professionnel de santé', identifier: 'docteur@amasin.demo', signInPath: '/admin' },
  { label: 'Professionnel de santé', identifier: 'docteur2@amasin.demo', signInPath: '/admin' },
  { label: 'Client', identifier: '0197000001', signInPath: '/login' },
  { label: 'Client', identifier: '0197000002', signInPath: '/login' },
] as const;
