import { formatNumber } from '@amasin/domain/contract/format.ts';
import { systemClock } from '../ctx.ts';
import { settingsOf } from '../env.ts';
import { countOld, type KindName } from '../retention/keep.ts';
import { print, withStore } from './with-store.ts';

const labels: Readonly<Record<KindName, string>> = {
  orders: 'commandes, sans leur adresse ni leurs médicaments',
  declared: 'signalements déclarés',
  prescriptions: 'ordonnances, sans patient ni médicaments',
  attempts: 'paiements sans suite',
  baskets: 'paniers de paiements décidés sans commande',
  consultations: 'consultations et leurs messages',
  notifications: 'notifications',
  cards: 'cartes d’assurance supprimées par leur client',
  files: 'photos et fichiers',
  handovers: 'photos de remises',
  journal: 'lignes du journal',
  openings: 'ouvertures de fichiers',
};

/** Prints what the next night erases, and erases nothing. */
export async function showOld(): Promise<void> {
  await withStore(async ({ db }, env) => {
    const { KEEP_PHOTOS_DAYS, KEEP_ORDERS_YEARS, KEEP_DECLARED_YEARS, KEEP_JOURNAL_YEARS } = env;
    print(
      `KEEP_PHOTOS_DAYS=${KEEP_PHOTOS_DAYS} KEEP_ORDERS_YEARS=${KEEP_ORDERS_YEARS} KEEP_DECLARED_YEARS=${KEEP_DECLARED_YEARS} KEEP_JOURNAL_YEARS=${KEEP_JOURNAL_YEARS}`,
    );
    const counts = await countOld({ db, clock: systemClock, settings: settingsOf(env) });
    const found = counts.filter(({ count }) => count > 0);
    print(found.length === 0 ? 'La prochaine nuit n’effacera rien.' : 'La prochaine nuit effacera :');
    for (const { name, count } of found) print(`  ${formatNumber(count)} ${labels[name]}`);
  });
}
