/** Constraint, table, the valid row to copy, the invalid change. */
export type InvalidRow = [string, string, string, object];

const CARD = { card_id: '@medication', card_rate: 20, card_url: 'carte' };

/** What is checked before it counts: prices, and the reductions of insurance cards. */
export const invalidChecks: InvalidRow[] = [
  ['medications_awaits_review', 'medications', 'medication', { awaits_review: true }],
  ['orders_reduction_limit', 'orders', 'read', { reduction_limit_fcfa: 20_000 }],
  ['orders_reduction_limit', 'orders', 'unread', { ...CARD, reduction_limit_fcfa: -1 }],
  // 20 % of 2 000 F is above the limit.
  [
    'orders_total',
    'orders',
    'read',
    { ...CARD, reduction_limit_fcfa: 399, total_fcfa: 2300, reduction_fcfa: 400 },
  ],
  ['insurance_cards_refused_known', 'insurance_cards', 'card', { refused: 'unknown' }],
  ['insurance_cards_refused', 'insurance_cards', 'card', { verified: true, refused: 'expired' }],
  [
    'insurance_cards_check_asked',
    'insurance_cards',
    'card',
    { verified: true, check_asked_at: '2026-11-20T10:00:00Z' },
  ],
  [
    'insurance_cards_check_asked',
    'insurance_cards',
    'card',
    { refused: 'expired', check_asked_at: '2026-11-20T10:00:00Z' },
  ],
];
