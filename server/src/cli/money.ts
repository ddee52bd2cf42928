import { differenceFindings, moneyNouns } from '@amasin/domain/house/situation.ts';
import { z } from 'zod';
import { recordCommand } from '../audit/record.ts';
import { holdMoney as markRestored } from '../backup/restore-queries.ts';
import { withConnection } from '../backup/with-connection.ts';
import { systemClock } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { readEnv } from '../env.ts';
import { checkProvider } from '../payments/check-provider.ts';
import { openProvider } from '../payments/open.ts';
import { endMoneyHold } from '../payments/queries.ts';
import { compareBooks, type Difference } from '../payments/reconcile.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { lacksLicence, type ProviderSettings, providerLabels } from '../settings/payment-settings.ts';
import { checkOption } from './accounts.ts';
import { print, withStore } from './with-store.ts';

/**
 * Tries the configured payment providers and prints what has to be entered there.
 * @throws Error with one line for the operator when payments would fail
 */
export async function checkPayments(): Promise<void> {
  const env = readEnv(process.env);
  const { PAYMENT_PROVIDER, PROVIDERS, PUBLIC_URL, DEMO } = env;
  if (PAYMENT_PROVIDER.includes('none'))
    throw new OperatorError('PAYMENT_PROVIDER=none : aucun paiement n’est possible.');
  if (PAYMENT_PROVIDER.includes('sandbox')) {
    print('Prestataire de démonstration : aucun argent ne circule, rien à essayer.');
  }
  const clock = systemClock;
  for (const settings of PROVIDERS) {
    print(`${providerLabels[settings.provider]} : ${await checkProvider(settings, clock)}`);
    if (settings.isTest && !DEMO)
      print('Attention : ces clés sont celles des essais, aucun argent ne circule.');
    print(`Adresse à inscrire comme webhook : ${webhookUrl(PUBLIC_URL, settings)}`);
  }
  if (PROVIDERS.length === 0) return;
  if (lacksLicence(env))
    print('PAYMENT_LICENCE manque : notez l’agrément du prestataire (BCEAO), que vous devez avoir vérifié.');
  if (PUBLIC_URL === undefined)
    print('Remplacez le début par l’adresse publique du site, et donnez PUBLIC_URL.');
  print(
    'Le secret du webhook ne s’essaie pas d’ici : après un premier paiement, vérifiez chez le prestataire que son appel a reçu 200.',
  );
}

function webhookUrl(publicUrl: string | undefined, { provider }: ProviderSettings): string {
  return `${publicUrl ?? 'https://…'}/api/payments/webhooks/${provider}`;
}

const dateFormat = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Porto-Novo',
});

/** Reads a day of Benin, or a moment. */
const since = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/, 'Indiquez --since sous la forme 2026-11-28.')
  .transform((text) => new Date(text.length === 10 ? `${text}T00:00:00+01:00` : text))
  .refine((at) => !Number.isNaN(at.getTime()), 'Indiquez --since sous la forme 2026-11-28.');

/**
 * Lists what the providers have and this database has not, and the reverse, since a date. It changes nothing.
 * @throws Error with one line for the operator when a provider does not answer
 */
export async function reconcile(options: { since: string }): Promise<void> {
  const from = checkOption(since, options.since);
  const { PROVIDERS } = readEnv(process.env);
  await withStore(async ({ db }) => {
    if (PROVIDERS.length === 0) print('Aucun prestataire de paiement n’est réglé (PAYMENT_PROVIDER).');
    for (const settings of PROVIDERS) {
      const provider = openProvider(settings, systemClock);
      const label = providerLabels[provider.name] ?? provider.label;
      print(`${label}, depuis le ${dateFormat.format(from)} :`);
      const differences = await compareBooks(db, provider, from).catch((error: unknown) => {
        const cause = { cause: error };
        throw new OperatorError(
          `${label} ne répond pas comme prévu : rien n’a été comparé, réessayez.`,
          cause,
        );
      });
      if (differences === null) {
        print('  ne donne pas la liste de ses opérations : comparez dans son tableau de bord.');
      } else if (differences.length === 0) print('  tout concorde.');
      else for (const one of differences) print(`  ${describe(one)}`);
    }
  });
}

/** « chez le prestataire seulement : versement de 300 F, 28/11/2026 10:00, référence 500 (la nôtre : …) ». */
function describe({ finding, kind, amount, ourAmount, at, id, ours }: Difference): string {
  const parts = [
    `${moneyNouns[kind]} de ${amount === null ? 'montant inconnu' : inFrancs(amount)}`,
    ...(ourAmount === null ? [] : [`ici ${inFrancs(ourAmount)}`]),
    ...(at === null ? [] : [dateFormat.format(at)]),
    ...(id === null ? [] : [`référence ${id}`]),
    ...(ours === null ? [] : [`la nôtre ${ours}`]),
  ];
  return `${differenceFindings[finding]} : ${parts.join(', ')}`;
}

const inFrancs = (amount: number) => `${amount.toLocaleString('fr-FR')} F`;

/** Lets refunds, payouts, messages and the follow-up of payments go out again after a restore, also in a running server. */
export async function resumeMoney(): Promise<void> {
  await withStore(async ({ db }) => {
    const isResumed = await transact(db, async (tx) => {
      if (!(await endMoneyHold(tx, systemClock.now()))) return false;
      await recordCommand(tx, { action: 'resume-money', kind: 'list', id: 'money' });
      return true;
    });
    print(
      isResumed
        ? 'Remboursements, versements, messages et suivi des paiements reprennent dans la minute.'
        : 'Rien n’attendait : aucune restauration n’est à reprendre.',
    );
  });
}

/**
 * Makes money and messages wait as `restore` does, for a database that was brought back by other means: PostgreSQL's own, or a
 * copy of its disk.
 */
export async function holdMoney(options: { since: string }): Promise<void> {
  const from = checkOption(since, options.since);
  await withStore(async ({ pool }, _env, signal) => {
    await withConnection(pool, signal, async (client) => {
      await client.query('begin');
      await markRestored(client, from.toISOString());
      await client.query('commit');
    });
    print(
      'Remboursements, versements, messages et suivi des paiements attendent. Ce qui s’est passé depuis :',
    );
    print(`  npm run amasin -- reconcile --since ${options.since}`);
    print('Puis, quand chaque différence est expliquée : npm run amasin -- resume-money');
  });
}
