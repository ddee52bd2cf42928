import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConstraintDatabase, type ConstraintDatabase } from './constraint-database.ts';
import { invalidAudit } from './invalid-audit.ts';
import { type InvalidRow, invalidChecks } from './invalid-checks.fixture.ts';
import { invalidInquiries, invalidOrders, invalidSubstitutions } from './invalid-orders.fixture.ts';
import { moneyRows } from './money-rows.ts';
import { invalidSms } from './sms-rows.ts';

// Each CHECK rejects a row that violates only this CHECK.

let database: ConstraintDatabase;

beforeAll(async () => {
  database = await buildConstraintDatabase();
});
afterAll(() => database.server.close());

const invalidRows: InvalidRow[] = [
  ['codes_tries', 'codes', 'code', { request_hash: 'other', tries_left: 6 }],
  ['codes_tries', 'codes', 'code', { request_hash: 'other', tries_left: -1 }],
  ['codes_code_or_token', 'codes', 'code', { request_hash: 'other', token_hash: 'hash' }],
  ['codes_code_or_token', 'codes', 'code', { request_hash: 'other', code_hash: null }],
  ...invalidAudit,
  ...invalidOrders,
  ...invalidSms,
  ['order_events_reason', 'order_events', 'event', { reason: 'rain' }],
  ['order_items_quantity', 'order_items', 'read', { quantity: 0 }],
  ['order_items_quantity', 'order_items', 'read', { quantity: 1000 }],
  ['order_items_price', 'order_items', 'read', { price_fcfa: 0 }],
  ['order_items_posology', 'order_items', 'read', { posology: '' }],
  ['order_items_posology', 'order_items', 'read', { posology: 'x'.repeat(121) }],
  ['order_items_substituted', 'order_items', 'read', { prescribed_label: 'Autre' }],
  ['order_items_given_price', 'order_items', 'read', { given_price_fcfa: 0 }],
  ...invalidInquiries,
  ...invalidSubstitutions,
  ['order_items_duration', 'order_items', 'read', { duration: '' }],
  ['order_items_duration', 'order_items', 'read', { duration: 'x'.repeat(61) }],
  ['payments_status', 'payments', 'payment', { status: 'lost' }],
  ['payments_amount', 'payments', 'payment', { amount_fcfa: 0 }],
  ['payments_unchecked_reduction', 'payments', 'payment', { unchecked_reduction_fcfa: 0 }],
  ['payments_purpose', 'payments', 'payment', { status: 'pending', draft: null, order_id: null }],
  ['payments_paid_has_order', 'payments', 'payment', { order_id: null }],
  ['payments_paid_has_order', 'payments', 'payment', { provider_reference: null }],
  ['payments_prescription', 'payments', 'payment', { prescription_id: '@prescription' }],
  ['payments_prescription', 'payments', 'payment', { prescription_version: 1 }],
  ['payments_review_reason', 'payments', 'payment', { status: 'review' }],
  ['payments_review_reason', 'payments', 'payment', { review_reason: 'amount' }],
  ['payments_reviewed', 'payments', 'payment', { reviewed_at: '2026-11-20T09:00:00Z' }],
  ['payments_reviewed', 'payments', 'payment', { review_note: 'Remboursé' }],
  ['payments_review_reason_known', 'payments', 'payment', { status: 'review', review_reason: 'lost' }],
  ['journals_kind', 'journals', 'journal', { kind: 'gift' }],
  ['journals_order', 'journals', 'journal', { order_id: null }],
  ['journals_order', 'journals', 'journal', { kind: 'payout', actor_id: '@agent' }],
  ['journals_refund', 'journals', 'journal', { refund_id: '@refund' }],
  ['refunds_state', 'refunds', 'refund', { state: 'lost', next_try_at: null }],
  ['refunds_amount', 'refunds', 'refund', { amount_fcfa: 0 }],
  ['refunds_way', 'refunds', 'refund', { way: 'letter' }],
  ['refunds_payout', 'refunds', 'refund', { way: 'payout' }],
  ['refunds_payout', 'refunds', 'refund', { provider_payout_id: 'P-3' }],
  ['refunds_reason', 'refunds', 'refund', { reason: 'because' }],
  [
    'refunds_reason_of_order',
    'refunds',
    'aside',
    { reason: 'other', debit: 'another', provider_payout_id: null },
  ],
  ['refunds_note', 'refunds', 'refund', { note: 'Vu avec elle' }],
  ['refund_lines_quantity', 'refund_lines', 'back', { quantity: -1 }],
  ['refund_lines_amounts', 'refund_lines', 'back', { reduction_fcfa: 1_000_000 }],
  ['refunds_settled', 'refunds', 'refund', { settled_note: 'Virement' }],
  ['refunds_done', 'refunds', 'refund', { done_at: '2026-11-20T09:00:00Z' }],
  ['refunds_next_try', 'refunds', 'refund', { next_try_at: null }],
  ...moneyRows,
  ['journals_payout_actor', 'journals', 'journal', { kind: 'payout', order_id: null }],
  ['journals_payout_actor', 'journals', 'journal', { actor_id: '@agent' }],
  ['entries_account', 'entries', 'entry', { account: 'myself' }],
  ['entries_not_zero', 'entries', 'entry', { amount_fcfa: 0 }],
  ['addresses_name', 'addresses', 'address', { name: ' ' }],
  [
    'consents_purpose',
    'consents',
    'consent',
    { purpose: 'advertising', withdrawn_at: '2026-11-20T09:00:00Z' },
  ],
  ['consents_version', 'consents', 'consent', { version: ' ', withdrawn_at: '2026-11-20T09:00:00Z' }],
  ['addresses_address', 'addresses', 'address', { name: 'Bureau', address: '' }],
  ['insurance_cards_rate', 'insurance_cards', 'card', { rate: 4 }],
  ['insurance_cards_rate', 'insurance_cards', 'card', { rate: 101 }],
  ['insurance_cards_file', 'insurance_cards', 'card', { file_key: null }],
  ['insurance_cards_file', 'insurance_cards', 'card', { deleted_at: '2026-11-20T10:00:00Z' }],
  ['files_category', 'files', 'file', { category: 'selfie' }],
  ['files_content_type', 'files', 'file', { content_type: 'image/svg+xml' }],
  ['files_bytes', 'files', 'file', { bytes: 0 }],
  ['files_bytes', 'files', 'file', { bytes: 10_485_761 }],
  ['medications_form', 'medications', 'medication', { form: 'cloud' }],
  ['medications_price', 'medications', 'medication', { price_fcfa: -1 }],
  ['medications_label', 'medications', 'medication', { label: '  ' }],
  ['medications_prescribed', 'medications', 'medication', { prescribed: -1 }],
  ['zones_price', 'zones', 'zone', { price_fcfa: -1 }],
  ['zones_label', 'zones', 'zone', { label: '' }],
  ['zones_town', 'zones', 'zone', { town: ' ' }],
  ['zones_position', 'zones', 'zone', { latitude: 6.4 }],
  ['zones_position', 'zones', 'zone', { latitude: 6.4, longitude: 181 }],
  ['zones_position', 'zones', 'zone', { latitude: 91, longitude: 2.4 }],
  ['prescriptions_type', 'prescriptions', 'prescription', { type: 'oral' }],
  ['prescriptions_number_form', 'prescriptions', 'prescription', { number: 'ORD-1234567' }],
  ['prescriptions_version', 'prescriptions', 'prescription', { version: 0 }],
  ['prescriptions_reservation', 'prescriptions', 'prescription', { reserved_by_id: '@customer' }],
  ['prescriptions_reservation', 'prescriptions', 'prescription', { reserved_until: '2026-11-20T10:00:00Z' }],
  ['prescriptions_use', 'prescriptions', 'prescription', { used_by_id: '@pending' }],
  ['prescriptions_closing_known', 'prescriptions', 'used', { closing: 'lost' }],
  ['prescriptions_closed', 'prescriptions', 'prescription', { closing: 'renounced' }],
  ['prescriptions_erased', 'prescriptions', 'prescription', { erased_at: '2026-11-20T10:00:00Z' }],
  [
    'prescriptions_used_stays',
    'prescriptions',
    'prescription',
    { used_by_id: '@pending', used_at: '2026-11-20T10:00:00Z', deleted_at: '2026-11-20T10:00:00Z' },
  ],
  ['prescription_items_quantity', 'prescription_items', 'prescription', { quantity: 0 }],
  ['prescription_items_quantity', 'prescription_items', 'prescription', { quantity: 1000 }],
  ['prescription_items_fixed', 'prescription_items', 'prescription', { fixed_reason: 'taste' }],
  ['prescription_items_repeats', 'prescription_items', 'prescription', { repeats: -1 }],
  ['prescription_items_repeats', 'prescription_items', 'prescription', { repeats: 12 }],
  ['prescription_items_repeat_days', 'prescription_items', 'prescription', { repeat_days: 30 }],
  ['prescription_items_repeat_days', 'prescription_items', 'prescription', { repeats: 1, repeat_days: 0 }],
  ['prescription_items_repeat_days', 'prescription_items', 'prescription', { repeats: 1, repeat_days: 366 }],
  ['prescription_items_price', 'prescription_items', 'prescription', { price_fcfa: -1 }],
  ['prescription_items_posology', 'prescription_items', 'prescription', { posology: '' }],
  ['prescription_items_posology', 'prescription_items', 'prescription', { posology: 'x'.repeat(121) }],
  ['prescription_items_duration', 'prescription_items', 'prescription', { duration: '' }],
  ['prescription_items_duration', 'prescription_items', 'prescription', { duration: 'x'.repeat(61) }],
  ['users_type', 'users', 'customer', { type: 'superadmin' }],
  ['users_email_lower', 'users', 'agent', { email: 'Afi@exemple.bj' }],
  ['users_phone_form', 'users', 'customer', { phone: '0197000001' }],
  ['users_phone_form', 'users', 'customer', { phone: '+22901970000' }],
  ['users_phone_form', 'users', 'customer', { phone: '+2290197000000123' }],
  ['users_title', 'users', 'customer', { titre_partenaire: 'docteur' }],
  ['users_pharmacist', 'users', 'doctor', { pharmacist: 'Aïcha Kora' }],
  ['users_pharmacist', 'users', 'pharmacy', { pharmacist: ' ' }],
  ['users_licence_days', 'users', 'pharmacy', { licence_from: '2026-11-21', licence_until: '2026-11-20' }],
  ['users_partner_pharmacy', 'users', 'doctor', { is_partner: true }],
  ['users_awaits_activation', 'users', 'pharmacy', { awaits_activation: true }],
  ['users_awaits_activation', 'users', 'agent', { awaits_activation: true, active: false }],
  ['places_name', 'places', 'place', { name: ' ' }],
  ['places_position', 'places', 'place', { latitude: 90.5 }],
  ['places_position', 'places', 'place', { longitude: -181 }],
  ['places_position', 'places', 'place', { longitude: null }],
  ['places_imported', 'places', 'place', { source_id: null }],
  ['places_imported', 'places', 'place', { latitude: null, longitude: null }],
  ['places_imported', 'places', 'place', { active: false }],
  ['places_imported', 'places', 'place', { is_partner: true }],
  ['duty_shifts_span', 'duty_shifts', 'shift', { ends_at: '2026-11-20T19:00:00Z' }],
  ['duty_shifts_span', 'duty_shifts', 'shift', { ends_at: '2026-12-22T19:00:00Z' }],
  ['duty_lists_source', 'duty_lists', 'list', { source: ' ' }],
  ['duty_lists_source', 'duty_lists', 'list', { source: 'x'.repeat(101) }],
  ['consultations_status', 'consultations', 'chat', { status: 'lost' }],
  ['consultations_doctor', 'consultations', 'chat', { doctor_id: null }],
  ['consultations_doctor', 'consultations', 'chat', { accepted_at: null }],
  ['consultations_doctor', 'consultations', 'request', { doctor_id: '@doctor' }],
  ['consultations_completed', 'consultations', 'chat', { completed_at: '2026-11-20T10:00:00Z' }],
  ['consultations_completed', 'consultations', 'finished', { completed_at: null }],
  ['consultations_last_seq', 'consultations', 'request', { last_seq: 0, patient_read_seq: 0 }],
  ['consultations_read_seq', 'consultations', 'request', { patient_read_seq: 2 }],
  ['consultations_read_seq', 'consultations', 'request', { doctor_read_seq: -1 }],
  ['consultations_offers', 'consultations', 'request', { offers: 4 }],
  ['consultations_offers', 'consultations', 'request', { offers: -1 }],
  ['consultations_patient_name', 'consultations', 'request', { patient_name: ' ' }],
  ['consultation_messages_sender_type', 'consultation_messages', 'message', { sender_type: 'nurse' }],
  ['consultation_messages_line', 'consultation_messages', 'line', { line: 'hello' }],
  ['consultation_messages_seq', 'consultation_messages', 'message', { seq: 0 }],
  ['consultation_messages_sender', 'consultation_messages', 'message', { sender_id: null }],
  ['consultation_messages_sender', 'consultation_messages', 'message', { line: 'accepted' }],
  ['consultation_messages_sender', 'consultation_messages', 'line', { sender_id: '@doctor' }],
  ['consultation_messages_sender', 'consultation_messages', 'line', { line: null }],
  ['consultation_messages_system', 'consultation_messages', 'line', { content: 'Bonjour' }],
  ['consultation_messages_system', 'consultation_messages', 'line', { client_message_id: 'c-2' }],
  ['consultation_messages_system', 'consultation_messages', 'line', { file_key: 'photo' }],
  ['consultation_messages_length', 'consultation_messages', 'message', { content: 'x'.repeat(4_001) }],
  ['consultation_messages_content', 'consultation_messages', 'message', { content: ' ', file_key: null }],
  ['consultation_messages_client_id', 'consultation_messages', 'message', { client_message_id: '' }],
  [
    'consultation_messages_client_id',
    'consultation_messages',
    'message',
    { client_message_id: 'x'.repeat(65) },
  ],
  [
    'consultation_messages_prescription',
    'consultation_messages',
    'message',
    { prescription_id: '@prescription' },
  ],
  ['users_location', 'users', 'pharmacy', { longitude: 2.4 }],
  ['house_settings_one', 'house_settings', 'house', { id: false }],
  ['house_mark_one', 'house_mark', 'mark', { id: false }],
  ['house_settings_version', 'house_settings', 'house', { version: 0 }],
  ...invalidChecks,
];

describe('invalid rows', () => {
  it.each(invalidRows)(
    '%s: table %s, row %s changed to %j is rejected',
    async (constraint, table, of, change) => {
      expect(await database.addCopy(table, of, change)).toBe(constraint);
    },
  );

  it('an unchanged copy violates only unique keys', async () => {
    for (const [table, of] of [
      ['orders', 'unread'],
      ['orders', 'read'],
      ['users', 'doctor'],
    ] as const) {
      // Only its primary key or a unique index rejects it.
      expect(await database.addCopy(table, of, {})).toMatch(/_pkey$|_unique$/);
    }
  });
});

it('an order has the transaction of its own payment', async () => {
  const change = (value: string) =>
    database.run(`update orders set transaction_id = ${value} where id = :pending`);
  expect(await change(`'TX-1'`)).toBe('orders_payment');
  const another = `(select transaction_id from payments where id <> payment_id limit 1)`;
  expect(await change(another)).toBe('orders_payment');
});

it('every CHECK is tested', async () => {
  // Excludes CHECK constraints of domain types, such as earthdistance's `earth`.
  const { rows } = await database.server.pool.query(
    `select conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`,
  );
  const attempted = new Set(invalidRows.map(([constraint]) => constraint));
  expect(rows.map(({ conname }) => conname).filter((name: string) => !attempted.has(name))).toEqual([]);
});
