import { email, password } from '@amasin/domain/session/credentials.ts';
import { recordCommand } from '../../audit/recording/record-command.ts';
import { transact } from '../../database/transaction.ts';
import { findProfessionalByEmail } from '../../people/queries.ts';
import { changePassword } from '../../session/codes/queries.ts';
import { hashPassword } from '../../session/passwords.ts';
import { deleteSessionsOf } from '../../session/queries.ts';
import { subjectOf } from '../../session/rate-limits/count-attempt.ts';
import { deleteAttemptsOf } from '../../session/rate-limits/queries.ts';
import { removeSecondFactor } from '../../session/second-factor/queries.ts';
import { withStore } from '../with-store.ts';
import { askPassword } from './ask-password.ts';
import { checkOption } from './check-option.ts';

/**
 * Gives a super administrator a new password, removes their second factor and ends their sessions, also in a running
 * server: for one who has lost their access, and against one who has taken it.
 */
export async function resetSuperAdmin({ email: given }: { email: string }): Promise<void> {
  const address = checkOption(email, given);
  const secret = checkOption(password, await askPassword('rien n’a été changé'));
  await withStore(async ({ db }) => {
    const found = await findProfessionalByEmail(db, address);
    if (found?.type !== 'superAdmin') {
      throw new Error(
        'Aucun super administrateur n’a cet e-mail (list-staff les donne) : rien n’a été changé.',
      );
    }
    const passwordHash = await hashPassword(secret);
    const ended = await transact(db, async (tx) => {
      await changePassword(tx, found.id, passwordHash);
      await removeSecondFactor(tx, found.id);
      // Another person's wrong guesses must not keep them out.
      await deleteAttemptsOf(tx, { kind: 'login', subject: subjectOf('login', address) });
      await recordCommand(tx, { action: 'change-password', kind: 'user', id: found.id });
      await recordCommand(tx, { action: 'remove-second-factor', kind: 'user', id: found.id });
      return deleteSessionsOf(tx, found.id, null);
    });
    process.stdout.write(
      `${address} a un nouveau mot de passe. Sessions fermées : ${ended}. Deuxième étape de connexion : retirée.\n`,
    );
  });
}
