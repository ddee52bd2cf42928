/** Rows for checks.test.ts: constraint, table, the valid row to copy, the invalid change. */
export const invalidAudit: [string, string, string, object][] = [
  ['audit_actor', 'audit', 'audit', { hour: null, actor_id: null }],
  ['audit_actor_type', 'audit', 'audit', { hour: null, actor_type: 'unknown' }],
  ['audit_action', 'audit', 'audit', { hour: null, action: 'unknown' }],
  ['audit_subject_kind', 'audit', 'audit', { hour: null, subject_kind: 'unknown' }],
];
