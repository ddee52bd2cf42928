import { timeInBenin } from '@amasin/domain/contract/dates.ts';
import { userTypeLabels } from '@amasin/domain/users/user-type.ts';
import { findInternalAccounts } from '../../users/internal-account-queries.ts';
import { withStore } from '../with-store.ts';

/** Prints who works for Amasin and how they sign in, so that an operator sees an account that should not be there. */
export async function listStaff(): Promise<void> {
  await withStore(async ({ db }) => {
    const accounts = await findInternalAccounts(db, new Date());
    const lines = accounts.map(({ type, name, email, active, hasSecondFactor, sessions, lastSeenAt }) =>
      [
        userTypeLabels[type],
        name,
        email ?? 'sans e-mail',
        active ? 'actif' : 'désactivé',
        hasSecondFactor ? 'deux étapes' : 'mot de passe seul',
        `sessions : ${sessions}`,
        lastSeenAt === null ? 'pas vu' : `vu le ${timeInBenin(lastSeenAt).slice(0, 16).replace(' ', ' à ')}`,
      ].join(' · '),
    );
    process.stdout.write(
      `${lines.join('\n')}${lines.length > 0 ? '\n' : ''}Comptes du personnel : ${lines.length}.\n`,
    );
  });
}
