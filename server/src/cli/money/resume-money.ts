import { recordCommand } from '../../audit/recording/record-command.ts';
import { transact } from '../../database/transaction.ts';
import { endMoneyHold } from '../../payments/money-hold-queries.ts';
import { withStore } from '../with-store.ts';

/** Lets refunds, payouts, messages and the follow-up of payments go out again after a restore, also in a running server. */
export async function resumeMoney(): Promise<void> {
  await withStore(async ({ db }) => {
    const isResumed = await transact(db, async (tx) => {
      if (!(await endMoneyHold(tx, new Date()))) return false;
      await recordCommand(tx, { action: 'resume-money', kind: 'list', id: 'money' });
      return true;
    });
    process.stdout.write(
      isResumed
        ? 'Remboursements, versements, messages et suivi des paiements reprennent dans la minute.\n'
        : 'Rien n’attendait : aucune restauration n’est à reprendre.\n',
    );
  });
}
