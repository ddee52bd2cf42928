import { v7 } from 'uuid';

/** A message that a vendor accepted. */
export const smsRow = `insert into sms_messages (id, kind, about, phone, state, attempts, channel, vendor_id, created_at, sent_at)
  values ('${v7()}', 'paid', '${v7()}', '01 •• •• •• 01', 'sent', 1, 'sms', 'v-1', now(), now()) returning id`;

const at = '2026-11-20T10:00:00Z';

/** Rows for checks.test.ts: constraint, table, the valid row to copy, the invalid change. */
export const invalidSms: [string, string, string, object][] = [
  ['sms_messages_kind', 'sms_messages', 'sms', { about: null, kind: 'gift' }],
  ['sms_messages_state', 'sms_messages', 'sms', { about: null, state: 'lost' }],
  ['sms_messages_channel', 'sms_messages', 'sms', { about: null, channel: 'post' }],
  ['sms_messages_reason', 'sms_messages', 'sms', { about: null, reason: 'rain' }],
  ['sms_messages_attempts', 'sms_messages', 'sms', { about: null, attempts: -1 }],
  ['sms_messages_sent', 'sms_messages', 'sms', { about: null, sent_at: null }],
  ['sms_messages_sent', 'sms_messages', 'sms', { about: null, sent_at: null, channel: null }],
  ['sms_messages_settled', 'sms_messages', 'sms', { about: null, settled_at: at }],
  ['sms_messages_settled', 'sms_messages', 'sms', { about: null, state: 'delivered' }],
  ['sms_messages_failed', 'sms_messages', 'sms', { about: null, state: 'failed', settled_at: at }],
];
