import type { Query, QueryClient } from '@tanstack/react-query';

/** What a query reads besides lists and single rows, by resource. */
interface Kinds {
  orders:
    | 'caller'
    | 'timeline'
    | 'again'
    | 'readingTime'
    /** What remains of prescriptions: each order takes of it. */
    | 'rests'
    | 'equivalents'
    | 'substitutions'
    | 'candidates'
    | 'warnings'
    | 'warningCounts';
  inquiries: 'equivalents';
  users: 'assignees' | 'consents' | 'allergies';
  prescriptions: 'patients' | 'search' | 'toCheck';
  medications:
    | 'search'
    | 'public'
    | 'creators'
    | 'toReview'
    /** The medicines of a prescription. */
    | 'current';
  pharmacies: 'onDuty' | 'shifts' | 'directory';
  benefits: 'platform' | 'payouts' | 'own' | 'settlement' | 'money' | 'partner';
  stats: 'own' | 'global' | 'owner' | 'users' | 'days';
  zones: 'deliveryTime';
  insurance: 'toCheck' | 'insurers';
  claims: 'unnamed';
  audit: 'own';
  payments:
    | 'reviews'
    | 'links'
    /** What a link asks, for whoever has it. */
    | 'request';
  settings: 'house' | 'situation';
}

/** The keys of every query except the session's: resource, then kind of query, then input. */
export const keys = {
  orders: resource('orders'),
  inquiries: resource('inquiries'),
  users: resource('users'),
  prescriptions: resource('prescriptions'),
  medications: resource('medications'),
  pharmacies: resource('pharmacies'),
  benefits: resource('benefits'),
  stats: resource('stats'),
  zones: resource('zones'),
  insurance: resource('insurance'),
  claims: resource('claims'),
  feedback: resource('feedback'),
  reports: resource('reports'),
  statements: resource('statements'),
  addresses: resource('addresses'),
  sessions: resource('sessions'),
  audit: resource('audit'),
  payments: resource('payments'),
  settings: resource('settings'),
  stock: resource('stock'),
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
    /** The queries of this kind, or the one with this input. */
    of: (kind: R extends keyof Kinds ? Kinds[R] : never, ...input: readonly unknown[]) =>
      [name, kind, ...input] as const,
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
