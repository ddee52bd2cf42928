import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phone } from '@amasin/domain/users/contact.ts';
import { systemClock } from '../ctx.ts';
import { findCustomerByPhone } from '../people/queries.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { exportPerson } from '../users/export-own.ts';
import { findAccount } from '../users/queries.ts';
import { checkOption } from './accounts.ts';
import { print, withStore } from './with-store.ts';

/** Writes what is known of a customer into two new files, which only this user of the machine may read. */
export async function exportCustomer(given: string, folder: string): Promise<void> {
  const number = checkOption(phone('Téléphone requis'), given);
  await withStore(async ({ db }) => {
    const found = await findCustomerByPhone(db, number);
    const person = found && (await findAccount(db, found.id));
    if (person === null) throw new OperatorError('Aucun client n’a ce téléphone : rien n’a été écrit.');
    const { json, pdf } = await exportPerson({ db, clock: systemClock }, person);
    await mkdir(folder, { recursive: true });
    for (const [extension, contents] of [['json', json()] as const, ['pdf', await pdf()] as const]) {
      const path = join(folder, `donnees-${person.id}.${extension}`);
      await writeFile(path, contents, { flag: 'wx', mode: 0o600 });
      print(`Écrit : ${path}`);
    }
  });
}
