/** Constraint, table, the valid row to copy, the invalid change. */
export type InvalidRow = [string, string, string, object];

const CARD = { card_id: '@medication', card_rate: 20, card_url: 'carte' };

/** Rows that are checked before they count: prices, and the reductions of insurance cards. */
export const invalidChecks: InvalidRow[] = [
  ['medications_awaits_review', 'medications', 'medication', { awaits_review: true }],
  ['orders_card_awaited', 'orders', 'read', { card_awaited: true }],
  ['orders_card_awaited', 'orders', 'unread', { ...CARD, card_verified: true, card_awaited: true }],
  // 20 % of 2 000 F, whether or not the card is checked.
  ['orders_total', 'orders', 'read', { ...CARD, total_fcfa: 2301, reduction_fcfa: 399 }],
  ['refused_cards_known', 'refused_cards', 'refused', { refused: 'unknown' }],
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
