import type { Query, QueryClient } from '@tanstack/react-query';

/** The keys of every query except the session's: resource, then kind of query, then input. */
export const keys = {
  orders: {
    ...resource('orders'),
    caller: (phone: string) => ['orders', 'caller', phone] as const,
    timeline: (id: string) => ['orders', 'timeline', id] as const,
    again: (id: string) => ['orders', 'again', id] as const,
    readingTime: ['orders', 'readingTime'] as const,
    /** What remains of prescriptions: each order takes of it. */
    rests: ['orders', 'rests'] as const,
    candidates: (id: string, role: string, q: string) => ['orders', 'candidates', id, role, q] as const,
  },
  users: {
    ...resource('users'),
    assignees: (type: string) => ['users', 'assignees', type] as const,
    consents: ['users', 'consents'] as const,
  },
  prescriptions: {
    ...resource('prescriptions'),
    searches: ['prescriptions', 'search'] as const,
    patients: (phone: string) => ['prescriptions', 'patients', phone] as const,
    search: (code: string) => ['prescriptions', 'search', code] as const,
    toCheck: ['prescriptions', 'toCheck'] as const,
  },
  medications: {
    ...resource('medications'),
    search: (q: string) => ['medications', 'search', q] as const,
    public: (q: string) => ['medications', 'public', q] as const,
    creators: ['medications', 'creators'] as const,
    toReview: ['medications', 'toReview'] as const,
    /** The medicines of a prescription. */
    current: (number: string) => ['medications', 'current', number] as const,
  },
  pharmacies: {
    ...resource('pharmacies'),
    onDuty: (input: object | null) => ['pharmacies', 'onDuty', input] as const,
    shifts: (from: string) => ['pharmacies', 'shifts', from] as const,
    directory: (q: string) => ['pharmacies', 'directory', q] as const,
  },
  benefits: {
    ...resource('benefits'),
    platform: ['benefits', 'platform'] as const,
    payouts: ['benefits', 'payouts'] as const,
    own: ['benefits', 'own'] as const,
    settlement: ['benefits', 'settlement'] as const,
    money: ['benefits', 'money'] as const,
    partner: (id: string) => ['benefits', 'partner', id] as const,
  },
  stats: {
    ...resource('stats'),
    own: ['stats', 'own'] as const,
    global: ['stats', 'global'] as const,
    owner: ['stats', 'owner'] as const,
    users: ['stats', 'users'] as const,
    days: (days: number) => ['stats', 'days', days] as const,
  },
  zones: {
    ...resource('zones'),
    deliveryTime: (id: string) => ['zones', 'deliveryTime', id] as const,
  },
  insurance: {
    ...resource('insurance'),
    toCheck: ['insurance', 'toCheck'] as const,
    insurers: ['insurance', 'insurers'] as const,
  },
  claims: { ...resource('claims'), unnamed: ['claims', 'unnamed'] as const },
  statements: resource('statements'),
  addresses: resource('addresses'),
  sessions: resource('sessions'),
  audit: { ...resource('audit'), own: ['audit', 'own'] as const },
  payments: {
    ...resource('payments'),
    reviews: ['payments', 'reviews'] as const,
    links: ['payments', 'links'] as const,
    /** What a link asks, for whoever has it. */
    request: (token: string) => ['payments', 'request', token] as const,
  },
  settings: {
    ...resource('settings'),
    house: ['settings', 'house'] as const,
    situation: ['settings', 'situation'] as const,
  },
  notifications: resource('notifications'),
  sms: resource('sms'),
  consultations: resource('consultations'),
  availability: resource('availability'),
};

export type Resource = keyof typeof keys;

function resource<const R extends string>(name: R) {
  return {
    all: [name] as const,
    lists: [name, 'list'] as const,
    list: (filters: object) => [name, 'list', filters] as const,
    detail: (id: string) => [name, 'detail', id] as const,
  };
}

/** For each resource, the others that contain its data: user names in orders, orders in stats. */
const shownIn: Partial<Record<Resource, readonly Resource[]>> = {
  users: ['orders', 'medications', 'pharmacies', 'benefits', 'stats'],
  orders: ['benefits', 'stats', 'statements'],
  benefits: ['stats', 'statements'],
  // What an insurer owes is beside its name.
  claims: ['insurance'],
};

/** Matches every query that shows one of these resources. */
export function showing(...changed: readonly Resource[]): { predicate: (query: Query) => boolean } {
  const stale = new Set<unknown>(changed.flatMap((resource) => [resource, ...(shownIn[resource] ?? [])]));
  return { predicate: ({ queryKey }) => stale.has(queryKey[0]) };
}

/**
 * Invalidates every query that shows one of these resources, each once: after a change, and after an error that reveals
 * outdated data.
 */
export function invalidate(queries: QueryClient, ...changed: readonly Resource[]): Promise<void> {
  return queries.invalidateQueries(showing(...changed));
}
