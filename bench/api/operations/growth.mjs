import { get, pick } from './reads.mjs';

const orders = (query) => () => `/api/orders?limit=20&${query}`;

/** Every other list, count, filter, search and plot: `--only growth`, to compare few orders with many. */
const reads = {
  'orders-pending': get('commandes en attente, superviseur', 'supervisors', orders('state=pending')),
  'orders-ended': get('commandes terminées, superviseur', 'supervisors', orders('state=ended')),
  'orders-month': get(
    'commandes d’un mois, superviseur',
    'supervisors',
    ({ world }) => `/api/orders?limit=20&date=${world.day.slice(0, 7)}`,
  ),
  'orders-day': get(
    'commandes d’un jour, superviseur',
    'supervisors',
    ({ world }) => `/api/orders?limit=20&date=${world.day}`,
  ),
  'orders-courier': get(
    'commandes d’un livreur, superviseur',
    'supervisors',
    ({ world, turn }) => `/api/orders?limit=20&deliveryPerson=${pick(world.couriers, turn).id}`,
  ),
  'orders-number': get('commandes par numéro, superviseur', 'supervisors', orders('q=CMD-000007')),
  'orders-absent': get('commandes par un nom absent, superviseur', 'supervisors', orders('q=zzyzx')),
  'orders-oldest': get('commandes à lire d’abord, pharmacien', 'agents', orders('sort=oldest')),
  'orders-pharmacy-ended': get('commandes terminées d’une pharmacie', 'pharmacies', orders('state=ended')),
  'orders-delivered': get('livraisons terminées d’un livreur', 'couriers', orders('state=ended')),
  timeline: get(
    'déroulement d’une commande',
    'regulars',
    ({ person }) => `/api/orders/${person.order}/timeline`,
  ),
  'stats-customer': get('chiffres d’un client', 'regulars', () => '/api/stats/dashboard'),
  'stats-platform': get('chiffres de la plateforme', 'superAdmins', () => '/api/stats/dashboard'),
  'stats-orders': get('commandes par état', 'supervisors', () => '/api/stats/orders'),
  'stats-users': get('comptes par type', 'superAdmins', () => '/api/stats/users'),
  'stats-owner': get('journée du super administrateur', 'superAdmins', () => '/api/stats/owner'),
  'stats-days': get('courbes de trente jours', 'superAdmins', () => '/api/stats/days'),
  'benefits-platform': get('bénéfices de la plateforme', 'superAdmins', () => '/api/benefics/superadmin'),
  'benefits-partner': get('gains d’un médecin', 'doctors', () => '/api/benefics/partner'),
  prescriptions: get('ordonnances, superviseur', 'supervisors', () => '/api/prescriptions?limit=20'),
  'prescriptions-doctor': get('ordonnances d’un médecin', 'doctors', () => '/api/prescriptions/my?limit=20'),
  'prescriptions-agent': get('ordonnances d’un pharmacien', 'agents', () => '/api/prescriptions?limit=20'),
  users: get('comptes', 'superAdmins', () => '/api/users?limit=20'),
  'users-name': get(
    'comptes par nom',
    'superAdmins',
    ({ world, turn }) => `/api/users?limit=20&q=${encodeURIComponent(pick(world.names, turn))}`,
  ),
  'notices-supervisor': get(
    'notifications d’un superviseur',
    'supervisors',
    () => '/api/notifications?limit=10',
  ),
  payments: get('paiements en cours d’un client', 'regulars', () => '/api/payments'),
  'chats-patient': get('consultations d’un client', 'regulars', () => '/api/chat/patient/my-chats?limit=20'),
  'chats-doctor': get('consultations d’un médecin', 'doctors', () => '/api/chat/doctor/my-chats?limit=20'),
  'chats-available': get('médecins disponibles', 'regulars', () => '/api/chat/availability'),
  'catalogue-creators': get('auteurs du catalogue', 'supervisors', () => '/api/medications/creators'),
  'catalogue-name': get(
    'catalogue par nom, superviseur',
    'supervisors',
    ({ world, turn }) => `/api/medications?limit=20&q=${encodeURIComponent(pick(world.exactTerms, turn))}`,
  ),
  zones: get('zones', 'regulars', () => '/api/zones'),
  'pharmacies-duty': get('pharmacies de garde', null, () => '/api/pharmacies/on-duty'),
  audit: get('journal', 'superAdmins', () => '/api/audit'),
  'audit-month': get(
    'journal d’un mois',
    'superAdmins',
    ({ world }) => `/api/audit?from=${world.day.slice(0, 7)}-01&to=${world.day}`,
  ),
  'audit-money': get('journal, argent', 'superAdmins', () => '/api/audit?group=money'),
  'audit-security': get('journal, sécurité', 'superAdmins', () => '/api/audit?group=security'),
  'audit-customer': get(
    'journal d’un client',
    'superAdmins',
    ({ world, turn }) => `/api/audit?customer=${pick(world.regulars, turn).id}`,
  ),
  'audit-actor': get(
    'journal d’un livreur',
    'superAdmins',
    ({ world, turn }) => `/api/audit?actor=${pick(world.couriers, turn).id}`,
  ),
  'audit-number': get('journal d’une commande', 'superAdmins', () => '/api/audit?subject=CMD-000007'),
  'audit-mine': get('qui a vu mon dossier', 'regulars', () => '/api/audit/mine'),
  'medications-to-review': get('prix à vérifier', 'supervisors', () => '/api/medications/to-review'),
  'insurances-to-check': get('cartes à vérifier', 'supervisors', () => '/api/insurances/to-check'),
  'payments-review': get('paiements à vérifier', 'supervisors', () => '/api/payments/review'),
  payouts: get('versements', 'superAdmins', () => '/api/benefics/payouts?limit=20'),
  earnings: get('gains un à un d’un médecin', 'doctors', () => '/api/benefics/partner/earnings?limit=20'),
  caller: get(
    'qui appelle',
    'supervisors',
    ({ world, turn }) => `/api/orders/caller?phone=${encodeURIComponent(pick(world.phones, turn))}`,
  ),
  'reading-time': get('durée de lecture d’une ordonnance', 'regulars', () => '/api/orders/reading-time'),
  'duty-shifts': get('gardes de la semaine', 'supervisors', () => '/api/duty-shifts'),
};

export const growth = Object.fromEntries(
  Object.entries(reads).map(([name, operation]) => [name, { ...operation, group: 'growth' }]),
);
