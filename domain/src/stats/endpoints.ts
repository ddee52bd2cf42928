import { z } from 'zod';
import { fcfaSum } from '../contract/amount.ts';
import { endpointsTagged } from '../contract/endpoint.ts';
import { userTypes } from '../contract/user-type.ts';
import { orderStates } from '../orders/lifecycle.ts';
import { daysFilter, daysStats } from './days.ts';
import { ownerStats } from './owner.ts';

const endpoint = endpointsTagged('Statistiques');
const count = z.int().min(0);

/** The four figures of a customer; `totalSpent` in FCFA. */
export const customerStats = z.object({
  totalOrders: count,
  pendingOrders: count,
  deliveredOrders: count,
  totalSpent: fcfaSum,
});

/** The figures of the platform; amounts in FCFA, over paid orders. */
export const globalStats = z.object({
  users: z.object({ total: count }),
  orders: z.object({
    total: count,
    ended: count,
    pending: count,
    totalRevenue: fcfaSum,
    commission: fcfaSum,
    deliveryFees: fcfaSum,
  }),
});

export const statsEndpoints = {
  readDashboardStats: endpoint('GET', '/stats/dashboard', {
    summary: 'Mes chiffres (client), ou ceux de la plateforme (super administrateur)',
    allow: ['customer', 'superAdmin'],
    responses: { 200: z.union([customerStats, globalStats]) },
  }),
  readOrderStats: endpoint('GET', '/stats/orders', {
    summary:
      'Nombre de commandes par état, pour un tableau de bord hors du site (ses listes portent leurs comptes)',
    allow: ['supervisor', 'superAdmin'],
    responses: { 200: z.object({ total: count, ...stateCounts() }) },
  }),
  readUserStats: endpoint('GET', '/stats/users', {
    summary: 'Nombre de comptes, actifs ou non et par type : les filtres de la liste des comptes',
    allow: ['superAdmin'],
    responses: {
      200: z.object({
        total: count,
        active: count,
        inactive: count,
        byType: z.record(z.enum(userTypes), count),
      }),
    },
  }),
  readDayStats: endpoint('GET', '/stats/days', {
    summary:
      'Les commandes jour par jour, par état et par zone ; trente jours, ou de telle date à telle autre',
    allow: ['superAdmin'],
    query: daysFilter,
    responses: { 200: daysStats },
  }),
  readOwnerStats: endpoint('GET', '/stats/owner', {
    summary: 'Ce qui est en retard, perdu ou dû, et la semaine comparée à la précédente',
    allow: ['superAdmin'],
    responses: { 200: ownerStats },
  }),
};

function stateCounts() {
  return Object.fromEntries(orderStates.map((state) => [state, count])) as Record<
    (typeof orderStates)[number],
    typeof count
  >;
}
