import { get, pick } from './reads.mjs';

const orders = (query) => () => `/api/orders?limit=20&${query}`;

/**
 * Every other list, count, filter, search and plot: `--only growth`, to compare few orders with many. What is the same for everyone is
 * read by one customer, as with 20 orders: more people would only add their sessions, each read every five seconds.
 */
const reads = {
  'orders-one-customer': get('commandes d’un même client', 'regular', orders('')),
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
  'orders-late': get('commandes en retard, superviseur', 'supervisors', orders('late=true')),
  'orders-todo': get('commandes à faire, superviseur', 'supervisors', orders('todo=true')),
  'orders-to-prepare': get('commandes à préparer, pharmacie', 'pharmacies', orders('todo=true')),
  'orders-page-500': get('commandes, superviseur, page 500', 'supervisors', orders('page=500')),
  'orders-pharmacy-ended': get('commandes terminées d’une pharmacie', 'pharmacies', orders('state=ended')),
  'orders-delivered': get('livraisons terminées d’un livreur', 'couriers', orders('state=ended')),
  timeline: get(
    'déroulement d’une commande',
    'regulars',
    ({ person }) => `/api/orders/${person.order}/timeline`,
  ),
  again: get('une commande à refaire', 'regulars', ({ person }) => `/api/orders/${person.order}/again`),
  candidates: get(
    'livreurs à choisir pour une commande',
    'supervisors',
    ({ world, turn }) => `/api/orders/${pick(world.regulars, turn).order}/candidates?role=deliveryPerson`,
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
  'prescriptions-unused': get(
    'ordonnances pas encore utilisées, superviseur',
    'supervisors',
    () => '/api/prescriptions?limit=20&used=false',
  ),
  'prescriptions-name': get(
    'ordonnances par nom, superviseur',
    'supervisors',
    ({ world, turn }) => `/api/prescriptions?limit=20&q=${encodeURIComponent(pick(world.names, turn))}`,
  ),
  'users-type': get('livreurs, superviseur', 'supervisors', () => '/api/users/type/deliveryPerson?limit=20'),
  'users-inactive': get('comptes désactivés', 'superAdmins', () => '/api/users?limit=20&active=false'),
  'users-customers': get('comptes de clients', 'superAdmins', () => '/api/users?limit=20&type=customer'),
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
  'chats-available': get('médecins disponibles', 'regular', () => '/api/chat/availability'),
  'catalogue-creators': get('auteurs du catalogue', 'supervisors', () => '/api/medications/creators'),
  'catalogue-name': get(
    'catalogue par nom, superviseur',
    'supervisors',
    ({ world, turn }) => `/api/medications?limit=20&q=${encodeURIComponent(pick(world.exactTerms, turn))}`,
  ),
  'delivery-time': get(
    'durée de livraison dans une zone',
    'regular',
    ({ world, turn }) => `/api/zones/${pick(world.zones, turn)}/delivery-time`,
  ),
  addresses: get('lieux gardés d’un client', 'regulars', () => '/api/addresses'),
  insurances: get('carte d’un client', 'regulars', () => '/api/insurances'),
  zones: get('zones', 'regular', () => '/api/zones'),
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
  'statements-pharmacy': get('mois des relevés d’une pharmacie', 'pharmacies', () => '/api/statements'),
  'statements-partner': get('mois des relevés d’un médecin', 'doctors', () => '/api/statements'),
  'statements-of': get(
    'mois des relevés d’une pharmacie, super administrateur',
    'superAdmins',
    ({ world, turn }) => `/api/statements?id=${pick(world.pharmacies, turn).id}`,
  ),
  'statement-pharmacy': get(
    'relevé d’un mois d’une pharmacie',
    'pharmacies',
    ({ world }) => `/api/statements/${world.day.slice(0, 7)}?limit=20`,
  ),
  sms: get('messages des dernières 24 heures', 'superAdmins', () => '/api/sms'),
  payouts: get('versements', 'superAdmins', () => '/api/benefics/payouts?limit=20'),
  earnings: get('gains un à un d’un médecin', 'doctors', () => '/api/benefics/partner/earnings?limit=20'),
  caller: get(
    'qui appelle',
    'supervisors',
    ({ world, turn }) => `/api/orders/caller?phone=${encodeURIComponent(pick(world.phones, turn))}`,
  ),
  'reading-time': get('durée de lecture d’une ordonnance', 'regular', () => '/api/orders/reading-time'),
  'duty-shifts': get('gardes de la semaine', 'supervisors', () => '/api/duty-shifts'),
};

export const growth = Object.fromEntries(
  Object.entries(reads).map(([name, operation]) => [name, { ...operation, group: 'growth' }]),
);
