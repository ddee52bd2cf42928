import type { Database } from '../../database/database.ts';
import { changedFields, type NewLine, type Recorder, record } from './record.ts';

/** Columns whose values are kept, because they are neither personal nor about health. */
const kept = ['price', 'type', 'rate'] as const;
/** Columns that follow from others. */
const derived: ReadonlySet<string> = new Set([
  'foldedName',
  'searchText',
  'awaitsActivation',
  'phoneProven',
  'updatedAt',
]);

type Row = Readonly<Record<string, unknown>>;

/**
 * Records which columns of a row were changed, by name, with the old and new price, rate or type; nothing when all are the same.
 * Activating an account is an action of its own.
 */
export async function recordChange(
  recorder: Recorder,
  tx: Database,
  about: Pick<NewLine, 'kind' | 'id' | 'customerId'>,
  before: Row,
  after: Row,
): Promise<void> {
  const fields = changedFields(before, after).filter((field) => !derived.has(field));
  const lines: NewLine[] = [];
  if (about.kind === 'user' && fields.includes('active'))
    lines.push({ ...about, action: after.active === true ? 'activate' : 'deactivate' });
  if (about.kind === 'user' && fields.includes('passwordHash'))
    lines.push({ ...about, action: 'change-password' });
  const others = fields.filter(
    (field) => about.kind !== 'user' || (field !== 'active' && field !== 'passwordHash'),
  );
  const value = kept.find((field) => others.includes(field));
  if (others.length > 0) {
    const values = value && { from: textOf(before[value]), to: textOf(after[value]) };
    lines.push({ ...about, action: 'change', details: { fields: others, ...values } });
  }
  await record(recorder, tx, lines);
}

const textOf = (value: unknown) => (typeof value === 'number' ? value : String(value));
