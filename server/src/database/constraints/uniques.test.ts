import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildConstraintDatabase, type ConstraintDatabase } from './constraint-database.ts';

// Every unique index rejects a second row that shares only its columns with the first.

let database: ConstraintDatabase;

beforeAll(async () => {
  database = await buildConstraintDatabase();
});
afterAll(() => database.server.close());

const number = 'CMD-999999';
const person = { email: 'neuf@exemple.bj', phone: '+2290199999999' };
/** Constraint, table, the row to copy, the changes besides its id. */
const seconds: [string, string, string, object][] = [
  ['orders_number_unique', 'orders', 'unread', {}],
  ['orders_payment_unique', 'orders', 'pending', { number }],
  ['orders_prescription_waiting', 'orders', 'read', { number }],
  ['orders_prescription_url_unique', 'orders', 'photographed', { number }],
  ['payments_transaction_unique', 'payments', 'payment', { status: 'pending', provider_reference: null }],
  ['payments_reference_unique', 'payments', 'payment', { status: 'pending', transaction_id: 'TX-new' }],
  [
    'payments_one_paid_per_order',
    'payments',
    'payment',
    { transaction_id: 'TX-new', provider_reference: 'SBX-new' },
  ],
  [
    'payments_one_paid_per_basket',
    'payments',
    'payment',
    { transaction_id: 'TX-new', provider_reference: 'SBX-new', order_id: '@unread' },
  ],
  ['payments_one_pending_per_basket', 'payments', 'open-payment', { transaction_id: 'TX-new' }],
  ['payment_events_unique', 'payment_events', 'report', {}],
  ['refused_cards_unique', 'refused_cards', 'refused', {}],
  ['journals_order_kind_unique', 'journals', 'journal', {}],
  ['journals_refund_kind_unique', 'journals', 'refund-journal', {}],
  ['refunds_debit_unique', 'refunds', 'aside', { provider_payout_id: null }],
  ['refunds_payout_unique', 'refunds', 'aside', { debit: 'another' }],
  ['refund_lines_unique', 'refund_lines', 'back', {}],
  ['inquiries_pharmacy_once', 'inquiries', 'inquiry', {}],
  ['inquiries_one_kept', 'inquiries', 'kept-inquiry', { round: 2 }],
  ['substitutions_open', 'substitutions', 'substitution', {}],
  ['payout_accounts_user_unique', 'payout_accounts', 'account', {}],
  ['payout_terms_user_unique', 'payout_terms', 'terms', {}],
  ['payouts_journal_unique', 'payouts', 'replacement', { replaces_id: null, provider_payout_id: null }],
  ['payouts_return_unique', 'payouts', 'payout', { journal_id: '@journal' }],
  ['payouts_replaces_unique', 'payouts', 'replacement', { journal_id: '@journal', provider_payout_id: null }],
  ['payouts_provider_unique', 'payouts', 'replacement', { journal_id: '@journal', replaces_id: null }],
  ['stray_debits_unique', 'stray_debits', 'debit', {}],
  ['prescriptions_number_unique', 'prescriptions', 'prescription', {}],
  ['prescriptions_client_ref_unique', 'prescriptions', 'coded', { number: 'ORD-00000000', url: null }],
  ['prescriptions_url_unique', 'prescriptions', 'coded', { number: 'ORD-00000000', client_ref: null }],
  ['prescriptions_used_by_unique', 'prescriptions', 'used', { number: 'ORD-00000000' }],
  ['consents_open_unique', 'consents', 'consent', {}],
  ['pay_links_token_unique', 'pay_links', 'pay-link', { basket_id: 'other' }],
  ['pay_links_one_per_basket', 'pay_links', 'pay-link', { token_hash: 'other' }],
  ['stock_keys_hash_unique', 'stock_keys', 'key', {}],
  ['addresses_name_unique', 'addresses', 'address', { name: 'MAISON' }],
  ['insurers_name_unique', 'insurers', 'insurer', { name: 'NSIA.' }],
  ['claim_lines_order_unique', 'claim_lines', 'claim', {}],
  ['feedback_order_unique', 'feedback', 'answer', {}],
  ['reports_photo_unique', 'reports', 'box-report', {}],
  ['recalls_open_unique', 'recalls', 'recall', {}],
  ['recall_recipients_unique', 'recall_recipients', 'recipient', {}],
  ['insurance_cards_owner_unique', 'insurance_cards', 'card', { file_key: 'another' }],
  ['insurance_cards_file_unique', 'insurance_cards', 'card', { owner_id: '@agent' }],
  [
    'consultation_messages_seq_unique',
    'consultation_messages',
    'message',
    { client_message_id: null, file_key: null },
  ],
  ['consultation_messages_client_id_unique', 'consultation_messages', 'message', { seq: 4, file_key: null }],
  [
    'consultation_messages_file_unique',
    'consultation_messages',
    'message',
    { seq: 4, client_message_id: null },
  ],
  ['push_subscriptions_session_unique', 'push_subscriptions', 'push', { endpoint: 'https://push.example/2' }],
  ['push_subscriptions_endpoint_unique', 'push_subscriptions', 'push', { session_hash: 'another' }],
  ['notifications_order', 'notifications', 'notification', {}],
  ['files_key_unique', 'files', 'file', {}],
  ['medications_label_form_unique', 'medications', 'medication', { label: 'Autre nom, même texte' }],
  ['zones_label_unique', 'zones', 'zone', {}],
  ['places_account_unique', 'places', 'pharmacy', {}],
  ['places_source_unique', 'places', 'place', {}],
  ['duty_shifts_unique', 'duty_shifts', 'shift', {}],
  ['duty_lists_unique', 'duty_lists', 'list', {}],
  ['sms_messages_moment_unique', 'sms_messages', 'sms', {}],
  ['audit_once_an_hour', 'audit', 'audit', {}],
  ['users_email_unique', 'users', 'agent', { phone: person.phone }],
  ['users_phone_unique', 'users', 'agent', { email: person.email }],
];

it.each(seconds)('%s rejects a second row in %s', async (constraint, table, of, change) => {
  expect(await database.addCopy(table, of, { id: v7(), ...change })).toBe(constraint);
});

it('a deleted row does not block its name', async () => {
  const deleted_at = '2026-11-20T10:00:00Z';
  for (const [table, of] of [
    ['zones', 'zone'],
    ['medications', 'medication'],
  ] as const) {
    expect(await database.addCopy(table, of, { id: v7(), deleted_at })).toBe('accepted');
  }
});

it('every unique index is tested', async () => {
  const { rows } = await database.server.pool.query(
    `select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace`,
  );
  // Begins with the primary key, for a foreign key.
  const attempted = new Set([...seconds.map(([constraint]) => constraint), 'payments_transaction_of']);
  expect(rows.map(({ relname }) => relname).filter((name: string) => !attempted.has(name))).toEqual([]);
});
