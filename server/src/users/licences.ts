import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { formatDay } from '@amasin/domain/contract/format.ts';
import { licenceAlarm } from '@amasin/domain/users/licence.ts';
import type { SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import { findLicences, setLicenceTold } from './licence-queries.ts';

/**
 * Tells the super administrators, once each, that the authorisation of an active pharmacy ends within 60, 30 or 7 days, or has
 * ended (decision 68). After days without a server only the last of these is told.
 * @returns the number of pharmacies that they were told of
 */
export function tellEndingLicences(ctx: SystemCtx): Promise<number> {
  const now = ctx.clock.now();
  const today = dayInBenin(now);
  return transact(ctx.db, async (tx) => {
    const told: Omit<Message, 'userId'>[] = [];
    for (const { id, name, until, toldAt } of await findLicences(tx)) {
      const alarm = licenceAlarm(until, today);
      if (alarm === null || (toldAt !== null && toldAt <= alarm)) continue;
      await setLicenceTold(tx, id, alarm);
      const day = formatDay(new Date(`${until}T12:00:00Z`));
      told.push({
        title: alarm === 0 ? 'Autorisation terminée' : 'Autorisation à renouveler',
        message: `L’autorisation de ${name} ${alarm === 0 ? 's’est terminée' : 'se termine'} le ${day}.`,
        link: `/cpanel/users?type=pharmacy&compte=${id}`,
        namesId: id,
      });
    }
    if (told.length === 0) return 0;
    const admins = await findUserIdsOfType(tx, ['superAdmin']);
    const messages = admins.flatMap((userId) => told.map((one) => ({ ...one, userId })));
    await notify(ctx.jobs, tx, now, messages);
    return told.length;
  });
}
