import type { OwnerStats } from './api.ts';

/** A busy day. */
export const ownerStats: OwnerStats = {
  late: 3,
  unfinished: { count: 12, amount: 45_000 },
  unread: 1,
  review: { count: 1, amount: 4_825 },
  failedMessages: 2,
  owed: {
    pharmacies: 100_000,
    couriers: 20_000,
    partners: 5_000,
    held: 700,
    platform: 6_000,
    insurers: 30_000,
  },
  commission: { waiting: 4_000, platform: 8_000, partners: 6_000, held: 700 },
  weeks: {
    current: {
      from: '2026-11-14',
      to: '2026-11-20',
      orders: 46,
      revenue: 120_000,
      commission: 9_000,
      delivered: 50,
      onTime: 48,
    },
    previous: {
      from: '2026-11-07',
      to: '2026-11-13',
      orders: 34,
      revenue: 150_000,
      commission: 9_000,
      delivered: 25,
      onTime: 23,
    },
  },
};
