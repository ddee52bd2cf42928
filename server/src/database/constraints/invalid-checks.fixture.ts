/** Constraint, table, the valid row to copy, the invalid change. */
export type InvalidRow = [string, string, string, object];

const ASKED = { state: 'sent', amount_fcfa: 100, sent_at: '2026-11-20T10:00:00Z' };
const REFUSED = { ...ASKED, state: 'refused', reason: 'late', bearer: 'platform', order_id: '@delivered' };
const ORDER = { order_id: '@delivered' };
const AT = '2026-11-20T10:00:00Z';
const TAKEN = { state: 'taken', taken_by_id: '@agent', taken_at: AT };
const OTHER_LOT = { lots: ['B2'] };
const ANSWERED = { pharmacy_id: '@agent', answered_at: '2026-11-20T10:00:00Z' };
const CARD = { card_id: '@medication', card_rate: 20, card_url: 'carte' };

/** Rows that are checked before they count: prices, and the reductions of insurance cards. */
export const invalidChecks: InvalidRow[] = [
  ['medications_awaits_review', 'medications', 'medication', { awaits_review: true }],
  ['orders_card_awaited', 'orders', 'read', { card_awaited: true }],
  ['orders_covered', 'orders', 'read', { covered_fcfa: 100 }],
  ['orders_agreement', 'orders', 'read', { insurer_agreement: 'PEC-1' }],
  ['stock_price', 'stock', 'stocked', { price_fcfa: 0 }],
  ['stock_keys_name', 'stock_keys', 'key', { name: ' ', key_hash: 'other' }],
  ['insurers_name', 'insurers', 'insurer', { name: ' ', search_text: 'other' }],
  ['insurers_amounts', 'insurers', 'insurer', { limit_fcfa: -1, search_text: 'other' }],
  ['insurers_delay', 'insurers', 'insurer', { delay_days: 366, search_text: 'other' }],
  ['claim_lines_state', 'claim_lines', 'claim', { ...ASKED, state: 'lost', order_id: '@delivered' }],
  ['claim_lines_reason_known', 'claim_lines', 'claim', { ...REFUSED, reason: 'rain' }],
  ['claim_lines_bearer_known', 'claim_lines', 'claim', { ...REFUSED, bearer: 'nobody' }],
  ['claim_lines_amount', 'claim_lines', 'claim', { ...ASKED, amount_fcfa: 0, order_id: '@delivered' }],
  ['claim_lines_sent', 'claim_lines', 'claim', { state: 'sent', order_id: '@delivered' }],
  ['claim_lines_sent', 'claim_lines', 'claim', { amount_fcfa: 100, order_id: '@delivered' }],
  ['claim_lines_refused', 'claim_lines', 'claim', { ...REFUSED, reason: null, bearer: null }],
  ['feedback_begun', 'feedback', 'answer', { ...ORDER, answered_at: null, wrongs: [] }],
  ['feedback_wrongs', 'feedback', 'answer', { ...ORDER, wrongs: ['rain'] }],
  ['feedback_wrongs', 'feedback', 'answer', { ...ORDER, asked_at: AT, answered_at: null }],
  ['feedback_note', 'feedback', 'answer', { ...ORDER, wrongs: [], note: 'Merci' }],
  ['feedback_note', 'feedback', 'answer', { ...ORDER, note: ' ' }],
  [
    'feedback_outcome_known',
    'feedback',
    'answer',
    { ...ORDER, handled_at: AT, handled_by_id: '@agent', outcome: 'rain' },
  ],
  ['feedback_handled', 'feedback', 'answer', { ...ORDER, handled_at: AT }],
  [
    'feedback_handled',
    'feedback',
    'answer',
    { ...ORDER, wrongs: [], handled_at: AT, handled_by_id: '@agent', outcome: 'called' },
  ],
  ['feedback_outcome_note', 'feedback', 'answer', { ...ORDER, outcome_note: 'Rendu' }],
  ['reports_kind', 'reports', 'box-report', { kind: 'rain', photo: null }],
  ['reports_state', 'reports', 'reaction', { ...TAKEN, state: 'rain' }],
  ['reports_medicines', 'reports', 'reaction', { medicines: [] }],
  ['reports_words', 'reports', 'reaction', { words: ' ' }],
  ['reports_red_flags', 'reports', 'reaction', { red_flags: ['rain'] }],
  ['reports_taker_known', 'reports', 'reaction', { taker: 'dog' }],
  ['reports_fault_known', 'reports', 'box-report', { fault: 'rain', photo: null }],
  ['reports_age', 'reports', 'reaction', { age_months: 3 }],
  ['reports_age', 'reports', 'reaction', { taker: 'child', age_months: 217 }],
  ['reports_batch', 'reports', 'box-report', { batch: ' ', photo: null }],
  ['reports_of_kind', 'reports', 'reaction', { since: null }],
  ['reports_of_kind', 'reports', 'reaction', { taker: 'child' }],
  ['reports_of_kind', 'reports', 'reaction', { fault: 'look' }],
  ['reports_of_kind', 'reports', 'box-report', { stopped: true, photo: null }],
  ['reports_of_kind', 'reports', 'box-report', { fault: null, photo: null }],
  ['reports_taken', 'reports', 'reaction', { state: 'taken' }],
  ['reports_taken', 'reports', 'reaction', { ...TAKEN, state: 'new' }],
  ['reports_facts', 'reports', 'reaction', { facts: {} }],
  ['reports_declared', 'reports', 'reaction', { ...TAKEN, state: 'declared' }],
  ['reports_declared', 'reports', 'reaction', { ...TAKEN, declared_on: '2026-11-20' }],
  [
    'reports_declared',
    'reports',
    'reaction',
    { ...TAKEN, state: 'closed', closed_at: AT, closed_reason: 'advised', receipt: 'PV-1' },
  ],
  [
    'reports_closed_known',
    'reports',
    'reaction',
    { ...TAKEN, state: 'closed', closed_at: AT, closed_reason: 'rain' },
  ],
  ['reports_closed', 'reports', 'reaction', { ...TAKEN, closed_at: AT, closed_reason: 'advised' }],
  ['reports_closed', 'reports', 'reaction', { ...TAKEN, state: 'closed', closed_at: AT }],
  ['reports_closed_note', 'reports', 'reaction', { closed_note: 'Suivie' }],
  ['recalls_advice', 'recalls', 'recall', { ...OTHER_LOT, advice: 'wait' }],
  ['recalls_note', 'recalls', 'recall', { ...OTHER_LOT, note: ' ' }],
  ['recalls_source', 'recalls', 'recall', { ...OTHER_LOT, source: ' ' }],
  ['recalls_lots', 'recalls', 'recall', { lots: Array.from({ length: 51 }, (_, n) => `L${n}`) }],
  ['recalls_lifted', 'recalls', 'recall', { ...OTHER_LOT, lifted_at: '2026-11-20T10:00:00Z' }],
  ['recall_recipients_kept', 'recall_recipients', 'recipient', { customer_id: '@agent', kept: true }],
  ['recall_pharmacies_answered', 'recall_pharmacies', 'recall', { pharmacy_id: '@agent', boxes: 1 }],
  ['recall_pharmacies_boxes', 'recall_pharmacies', 'recall', { ...ANSWERED, boxes: -1 }],
  ['order_items_batch', 'order_items', 'read', { batch: 'a b' }],
  ['payments_insured', 'payments', 'payment', { insured_reduction_fcfa: 100 }],
  ['journals_claim_line', 'journals', 'journal', { claim_line_id: '@claim' }],
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
