import { z } from 'zod';
import { readEnv } from '../../env.ts';
import { openProvider } from '../../payments/providers/open-provider.ts';
import { compareBooks, type Difference } from '../../payments/reconciling/compare-books.ts';
import { providerLabels } from '../../settings/payment-settings.ts';
import { checkOption } from '../accounts/check-option.ts';
import { withStore } from '../with-store.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

const day = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Porto-Novo',
});

/** A day of Benin, or a moment. */
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
      const provider = openProvider(settings, { now: () => new Date() });
      const label = providerLabels[provider.name] ?? provider.label;
      print(`${label}, depuis le ${day.format(from)} :`);
      const differences = await compareBooks(db, provider, from).catch((error: unknown) => {
        const cause = { cause: error };
        throw new Error(`${label} ne répond pas comme prévu : rien n’a été comparé, réessayez.`, cause);
      });
      if (differences === null) {
        print('  ne donne pas la liste de ses opérations : comparez dans son tableau de bord.');
      } else if (differences.length === 0) print('  tout concorde.');
      else for (const one of differences) print(`  ${describe(one)}`);
    }
  });
}

const nouns = { payment: 'paiement', payout: 'versement' } as const;

const findings = {
  'only-theirs': 'chez le prestataire seulement',
  'only-ours': 'ici seulement',
  'not-settled': 'fait chez le prestataire, en attente ici',
  'other-amount': 'montants différents',
  'paid-back': 'rendu chez le prestataire, pas ici',
  twice: 'fait deux fois chez le prestataire',
} as const satisfies Record<Difference['finding'], string>;

/** « chez le prestataire seulement : versement de 300 F, 28/11/2026 10:00, référence 500 (la nôtre : …) ». */
function describe({ finding, kind, amount, ourAmount, at, id, ours }: Difference): string {
  const parts = [
    `${nouns[kind]} de ${amount === null ? 'montant inconnu' : inFrancs(amount)}`,
    ...(ourAmount === null ? [] : [`ici ${inFrancs(ourAmount)}`]),
    ...(at === null ? [] : [day.format(at)]),
    ...(id === null ? [] : [`référence ${id}`]),
    ...(ours === null ? [] : [`la nôtre ${ours}`]),
  ];
  return `${findings[finding]} : ${parts.join(', ')}`;
}

const inFrancs = (amount: number) => `${amount.toLocaleString('fr-FR')} F`;
