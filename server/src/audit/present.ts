import type { AuditLine } from '@amasin/domain/audit/entry.ts';
import { describeEntry } from '@amasin/domain/audit/sentence.ts';
import type { JournalLine } from './journal-queries.ts';

const REMOVED = 'Compte supprimé';

/** The name of who did it. */
export function authorOf({ actorId, actorName, details }: JournalLine): string {
  if (actorId !== null) return actorName ?? REMOVED;
  return details.by === 'command' ? 'La ligne de commande' : 'Amasin';
}

/** Says in French what was done; the name of its author comes before it. */
export function sentenceOf(line: JournalLine): string {
  const { action, kind, label, customerName, details, actorId, subjectId, fromName, toName } = line;
  const named = {
    ...details,
    ...(fromName !== null && { from: fromName }),
    ...(toName !== null && { to: toName }),
  };
  const isOwn = kind === 'user' && actorId === subjectId;
  return describeEntry({ action, kind, label, customer: customerName, details: named, isOwn });
}

export function presentLine(line: JournalLine): AuditLine {
  const { id, at, actorId, actorName, actorType, action, kind, subjectId, customerId, customerName } = line;
  return {
    _id: id,
    at: at.toISOString(),
    actor: actorId === null ? null : { _id: actorId, name: actorName ?? REMOVED, type: actorType },
    author: authorOf(line),
    action,
    kind,
    subject: subjectId,
    customer: customerId === null ? null : { _id: customerId, name: customerName ?? REMOVED },
    text: sentenceOf(line),
  };
}
