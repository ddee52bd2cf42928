import { setTimeout as pause } from 'node:timers/promises';
import type { SystemCtx } from '../../ctx.ts';
import { audienceOf, type Change } from '../audience.ts';
import { closeEnded } from '../connections/close-ended.ts';
import type { LiveServer } from '../types.ts';
import { connectedDoctors } from './connected-doctors.ts';
import type { Hints } from './hints.ts';
import { tellMessages, tellTyping, tellWithdrawn } from './tell-messages.ts';
import { tellNotifications } from './tell-notifications.ts';

/** Changes within this time are told together, with one query for each kind, ms. */
const COLLECT_MS = 20;

export interface Teller {
  add(change: Change): void;
  /** Resolves once everything added so far has been told. */
  settle(): Promise<void>;
}

/** Tells the sockets of this process about committed changes, in their order. */
export function startTelling(ctx: SystemCtx, io: LiveServer, hints: Hints): Teller {
  let waiting: Change[] = [];
  let told = Promise.resolve();

  async function tellWaiting(): Promise<void> {
    await pause(COLLECT_MS);
    const changes = waiting;
    waiting = [];
    try {
      await tell(ctx, io, hints, changes);
    } catch (error) {
      ctx.log.error({ err: error }, 'changes could not be sent to the sockets');
      // The hints make the clients load what could not be sent.
      for (const change of changes) addHint(hints, change);
    }
  }
  return {
    add: (change) => {
      if (waiting.push(change) === 1) told = told.then(tellWaiting);
    },
    settle: () => told,
  };
}

async function tell(ctx: SystemCtx, io: LiveServer, hints: Hints, changes: readonly Change[]): Promise<void> {
  const of = (table: string) => changes.filter((change) => change.table === table);
  const sent = await tellNotifications(ctx, io, of('notifications'));
  // The last notification says why the session has ended; its sockets receive nothing else after it.
  const ended = [...of('sessions'), ...of('users')].flatMap(({ people }) => people);
  if (ended.length > 0) await closeEnded(ctx, io, ended);
  const withdrawn = of('consultations').filter(({ op }) => op === 'delete');
  const messages = of('consultation_messages');
  if (messages.length + withdrawn.length > 0) {
    const doctors = await connectedDoctors(ctx, io);
    await tellMessages(ctx, io, messages, doctors);
    tellWithdrawn(io, withdrawn, doctors);
  }
  for (const change of changes) {
    if (change.table === 'typing') tellTyping(io, change);
    if (!sent.has(change)) addHint(hints, change);
  }
}

function addHint(hints: Hints, change: Change): void {
  const audience = audienceOf(change);
  if (audience === null) return;
  for (const resource of audience.resources) hints.add(audience.rooms, resource);
}
