/** Text columns without free text, by reason; `table.*` is every column of the table. Each other one needs a row with a hostile text. */
const NO_FREE_TEXT: Readonly<Record<string, readonly string[]>> = {
  'one of our own words, which the code compares': [
    'audit.action',
    'audit.actor_type',
    'audit.subject_kind',
    'consents.*',
    'consultation_messages.line',
    'consultation_messages.sender_type',
    'consultations.status',
    'entries.account',
    'journals.kind',
    'insurance_cards.refused',
    'refused_cards.refused',
    'medications.form',
    'orders.brought_back_reason',
    'orders.cancel_asked_reason',
    'orders.cancel_declined',
    'orders.cancel_reason',
    'orders.photo_problem',
    'orders.problem',
    'orders.state',
    'prescriptions.type',
    'payments.operator',
    'payments.review_reason',
    'payments.status',
    'refunds.state',
    'payout_accounts.operator',
    'payouts.operator',
    'payouts.state',
    'sms_messages.channel',
    'sms_messages.kind',
    'sms_messages.reason',
    'sms_messages.state',
    'users.titre_partenaire',
    'users.type',
    'count_changes.*',
    'day_count_changes.*',
    'order_events.*',
  ],
  'made by us of other texts: to find rows by, or to compare them': [
    'medications.search_text',
    'medications.substance_text',
    'zones.search_text',
    'payments.content_digest',
    'prescriptions.content_digest',
    'payments.unchecked_file',
    'payments.unchecked_person',
    'refused_cards.file_digest',
    'refused_cards.person',
  ],
  'what the tests sign in with': ['users.email', 'users.password_hash', 'users.phone'],
  'stored only when it is a telephone number': [
    'payments.paying_phone',
    'payout_accounts.phone',
    'payouts.phone',
  ],
  'a telephone number that we have masked': ['sms_messages.phone'],
  'stored only in its own form: ORD- and digits': ['prescriptions.number'],
  'stored only when it is three capital letters': ['stray_debits.currency'],
  'names of stored files, and their types': ['files.*'],
  'shown to nobody, or our own name for a browser': [
    'codes.*',
    'house_mark.*',
    'push_subscriptions.*',
    'second_factors.*',
    'sessions.*',
    'tries.*',
    'idempotency_keys.*',
    'file_openings.*',
    'payment_events.*',
  ],
  'of the pretended provider, which is no part of the product outside of the demo': [
    'sandbox_transactions.*',
    'sandbox_refunds.*',
  ],
};

/** As `table.column` or `table.*`. */
export const columnsWithoutFreeText: readonly string[] = Object.values(NO_FREE_TEXT).flat();

const known = new Set(columnsWithoutFreeText);

/** @param name `table.column` */
export const isWithoutFreeText = (name: string): boolean =>
  known.has(name) || known.has(`${name.split('.')[0]}.*`);
