import { and, asc, count, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { refusedCards } from '../database/schema/insurance.ts';
import { payments } from '../database/schema/payments.ts';
import { recoveryCodes, secondFactors } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { personsOf } from '../people/person.ts';
import { sealSecret, unsealSecret } from '../session/second-factor.ts';

type Ctx = Pick<SystemCtx, 'db' | 'linkSecrets'>;

/**
 * Seals with LINK_SECRET what LINK_SECRET_OLD sealed, and stores again the telephones that are keyed by it. Every process may do it at
 * once, as often as it likes.
 * @returns what the operator should know: what was done, what still depends on the old secret, and what neither opens
 */
export async function replaceLinkSecret(ctx: Ctx): Promise<string[]> {
  const { resealed, lost } = await resealSecondFactors(ctx);
  const lines = lost === 0 ? [] : [lostLine(ctx, lost)];
  if (ctx.linkSecrets.length === 1) return lines;
  const { rekeyed, unknown } = await rekeyPersons(ctx);
  const codes = await countFormerCodes(ctx.db);
  return [
    `LINK_SECRET_OLD : scellé de nouveau par LINK_SECRET : deuxièmes étapes ${resealed}, téléphones d’assurés ${rekeyed}.`,
    ...lines,
    ...(codes === 0
      ? []
      : [
          `LINK_SECRET_OLD : des codes de secours d’avant la version 1.0 en dépendent peut-être (comptes : ${codes}) ; leur titulaire les renouvelle en reprenant sa deuxième étape.`,
        ]),
    ...(unknown === 0
      ? []
      : [
          `LINK_SECRET_OLD : des refus de cartes d’assurance de téléphones sans compte en dépendent peut-être (${unknown}).`,
        ]),
    'LINK_SECRET_OLD : les liens, codes et SMS déjà partis en dépendent encore 15 minutes ; ôtez-le ensuite.',
  ];
}

const lostLine = ({ linkSecrets }: Ctx, lost: number) =>
  linkSecrets.length === 1
    ? `LINK_SECRET : il n’ouvre pas toutes les deuxièmes étapes (${lost}) ; s’il a été changé, donnez l’ancien par LINK_SECRET_OLD.`
    : `LINK_SECRET, LINK_SECRET_OLD : aucun des deux n’ouvre ces deuxièmes étapes (${lost}) ; ôtez-les aux comptes qui ne se connectent plus.`;

async function resealSecondFactors({ db, linkSecrets }: Ctx): Promise<{ resealed: number; lost: number }> {
  const [current] = linkSecrets;
  let resealed = 0;
  let lost = 0;
  for (const row of await db.select().from(secondFactors)) {
    for (const field of ['secret', 'offered'] as const) {
      const sealed = row[field];
      if (sealed === null || openedBy(sealed, [current]) !== null) continue;
      const secret = openedBy(sealed, linkSecrets);
      // One that was offered and not confirmed is worth nothing after 15 minutes.
      if (secret === null) lost += field === 'secret' ? 1 : 0;
      else {
        await db
          .update(secondFactors)
          .set({ [field]: sealSecret(secret, current) })
          .where(and(eq(secondFactors.userId, row.userId), eq(secondFactors[field], sealed)));
        resealed += 1;
      }
    }
  }
  return { resealed, lost };
}

function openedBy(sealed: string, secrets: readonly string[]): string | null {
  try {
    return unsealSecret(sealed, secrets);
  } catch {
    return null;
  }
}

/** Telephones are read so many at a time. */
const PAGE = 1_000;

/** Finds the telephone of each keyed hash, which cannot be turned back, among those of all accounts. */
async function rekeyPersons(ctx: Ctx): Promise<{ rekeyed: number; unknown: number }> {
  const { db } = ctx;
  const left = new Set(await listPersons(db));
  let rekeyed = 0;
  for (let after = ''; left.size > 0; ) {
    const page = await listPhones(db, after);
    for (const phone of page) {
      const [current = '', ...old] = personsOf(ctx, phone);
      left.delete(current);
      for (const person of old.filter((one) => left.delete(one))) {
        await rekey(db, person, current);
        rekeyed += 1;
      }
    }
    if (page.length < PAGE) break;
    after = page.at(-1) ?? '';
  }
  return { rekeyed, unknown: left.size };
}

async function listPersons(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ person: string }>(
    sql`select ${refusedCards.person} as person from ${refusedCards} where ${refusedCards.person} is not null
        union select ${payments.uncheckedPerson} from ${payments} where ${payments.uncheckedPerson} is not null
          and ${payments.createdAt} > now() - interval '30 days'`,
  );
  return rows.map(({ person }) => person);
}

async function listPhones(db: Database, after: string): Promise<string[]> {
  const rows = await db
    .select({ phone: users.phone })
    .from(users)
    .where(and(isNotNull(users.phone), gt(users.phone, after)))
    .orderBy(asc(users.phone))
    .limit(PAGE);
  return rows.flatMap(({ phone }) => phone ?? []);
}

async function rekey(db: Database, person: string, current: string): Promise<void> {
  await db.update(refusedCards).set({ person: current }).where(eq(refusedCards.person, person));
  await db.update(payments).set({ uncheckedPerson: current }).where(eq(payments.uncheckedPerson, person));
}

/** Counts the accounts with recovery codes in their former form, 64 hexadecimal digits. */
async function countFormerCodes(db: Database): Promise<number> {
  const [row] = await db
    .select({ accounts: count(sql`distinct ${recoveryCodes.userId}`) })
    .from(recoveryCodes)
    .where(sql`length(${recoveryCodes.codeHash}) = 64`);
  return row?.accounts ?? 0;
}
