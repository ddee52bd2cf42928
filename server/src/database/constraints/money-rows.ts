/** Rows about payouts, stray debits and pay links that a CHECK rejects. */
export const moneyRows: [string, string, string, object][] = [
  ['payments_operator', 'payments', 'payment', { operator: 'orange' }],
  ['pay_links_amount', 'pay_links', 'pay-link', { amount_fcfa: 0, token_hash: 'other', basket_id: 'other' }],
  [
    'pay_links_expires',
    'pay_links',
    'pay-link',
    { expires_at: '2026-11-20T10:00:00Z', token_hash: 'other', basket_id: 'other' },
  ],
  ['pay_links_draft', 'pay_links', 'pay-link', { draft: {}, token_hash: 'other', basket_id: 'other' }],
  ['payouts_state', 'payouts', 'replacement', { state: 'lost', next_try_at: null }],
  ['payouts_operator', 'payouts', 'replacement', { operator: 'orange' }],
  ['payouts_amount', 'payouts', 'replacement', { amount_fcfa: 0 }],
  ['payouts_settled', 'payouts', 'replacement', { settled_at: '2026-11-20T09:00:00Z' }],
  ['payouts_next_try', 'payouts', 'replacement', { next_try_at: null }],
  ['payouts_returned', 'payouts', 'replacement', { return_journal_id: '@journal' }],
  ['payouts_by_hand', 'payouts', 'replacement', { provider: null }],
  ['payouts_method', 'payouts', 'replacement', { method: 'cash' }],
  ['payout_accounts_operator', 'payout_accounts', 'account', { operator: 'orange' }],
  ['payout_terms_interval', 'payout_terms', 'terms', { interval: 'year' }],
  ['payout_terms_minimum', 'payout_terms', 'terms', { minimum_fcfa: -1 }],
  ['stray_debits_closed', 'stray_debits', 'debit', { note: 'Remboursé' }],
];
