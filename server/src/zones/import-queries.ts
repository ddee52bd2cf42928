import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { distinctSectors } from '@amasin/domain/zones/sectors.ts';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type ZoneRow, zones } from '../database/schema/places.ts';
import type { Candidate, ImportReport } from '../importing/import-lines.ts';
import { insertZone } from './queries.ts';

/** A zone as read from a file. A null price or an undefined town means that the file has none. */
export interface ImportedZone {
  readonly label: string;
  readonly sectors: readonly string[];
  readonly aliases: readonly string[];
  readonly price: Fcfa | null;
  readonly town?: string | undefined;
}

/** `fee` is for zones without one in the file; null requires one there. */
interface Source {
  readonly fee: Fcfa | null;
  readonly at: Date;
}

const REMOVED = 'Zone supprimée : elle le reste (ajoutez-la à la main pour y livrer de nouveau)';
const NO_FEE = 'Frais de livraison manquants (colonne Prix, ou --price)';

/**
 * Adds these zones or updates the existing ones: sectors and other names are only added; fee and town change only when the
 * file has one. A deleted zone remains deleted.
 */
export async function upsertZones(
  tx: Database,
  batch: readonly Candidate<ImportedZone>[],
  { fee, at }: Source,
): Promise<Omit<ImportReport, 'read'>> {
  const existing = await findNamed(
    tx,
    batch.map(({ value }) => value.label),
  );
  const report = { added: 0, updated: 0, refused: [] as { line: number; reason: string }[] };
  for (const { line, value } of batch) {
    const named = existing.filter((row) => row.searchText === searchText(value.label));
    const zone = named.find(({ deletedAt }) => deletedAt === null);
    const price = value.price ?? zone?.price ?? fee;
    if (zone === undefined && named.length > 0) report.refused.push({ line, reason: REMOVED });
    else if (price === null) report.refused.push({ line, reason: NO_FEE });
    else if (zone === undefined) {
      const names = { sectors: [...value.sectors], aliases: [...value.aliases] };
      await insertZone(tx, { ...value, ...names, price, createdAt: at });
      report.added += 1;
    } else if (await extend(tx, zone, { ...value, price })) report.updated += 1;
  }
  return report;
}

/** Finds and locks the zones with these labels: a super administrator may be changing one of them. */
function findNamed(tx: Database, labels: readonly string[]): Promise<ZoneRow[]> {
  return tx
    .select()
    .from(zones)
    .where(inArray(zones.searchText, labels.map(searchText)))
    .orderBy(zones.id)
    .for('update');
}

async function extend(tx: Database, zone: ZoneRow, value: ImportedZone & { price: Fcfa }): Promise<boolean> {
  const { price, town = zone.town } = value;
  const sectors = distinctSectors([...zone.sectors, ...value.sectors]);
  const aliases = distinctSectors([...zone.aliases, ...value.aliases]);
  const hasNewNames = sectors.length > zone.sectors.length || aliases.length > zone.aliases.length;
  if (!hasNewNames && price === zone.price && town === zone.town) return false;
  await tx
    .update(zones)
    .set({ sectors, aliases, price, town })
    .where(and(eq(zones.id, zone.id), isNull(zones.deletedAt)));
  return true;
}
