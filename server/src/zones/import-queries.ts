import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { type ImportColumn, importColumns } from '@amasin/domain/imports/columns.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { distinctSectors } from '@amasin/domain/zones/sectors.ts';
import { townIn } from '@amasin/domain/zones/zone.ts';
import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type ZoneRow, zones } from '../database/schema/places.ts';
import {
  fieldsOf,
  type Imported,
  isJump,
  keepUnsaid,
  type Planned,
  UNCHANGED,
} from '../list-files/import-lines.ts';
import { insertZone } from './queries.ts';

const columns = importColumns.zones;

export type ImportedZone = Imported<ZoneRow, typeof columns, 'label' | 'sectors' | 'aliases'>;

/** `fee` is for new zones without one in the file; null requires one there. */
interface Source {
  readonly fee: Fcfa | null;
  readonly at: Date;
}

const REMOVED = 'Zone supprimée : elle le reste (ajoutez-la à la main pour y livrer de nouveau)';
const NO_FEE = 'Frais de livraison manquants (colonne Prix, ou un prix pour les nouvelles zones)';

/** It has an id when it is stored already. */
type ImportedRow = Omit<typeof zones.$inferInsert, 'searchText' | 'createdAt'>;

const { label: _, sectors, aliases, ...plain } = columns;
const show = (name: string, value: unknown) =>
  name === 'price' ? formatMoney(Number(value)) : String(value);

/** How zones are imported from this source. */
export const zoneRows = ({ fee, at }: Source) => ({
  table: zones,
  plan: (db: Database, imported: readonly ImportedZone[]) => planZones(db, imported, fee),
  write: (tx: Database, planned: readonly { readonly row: ImportedRow }[]) => writeZones(tx, planned, at),
});

/**
 * Plans to add these zones or change the existing ones: sectors and other names are only added; fee and town change only when
 * the file has one. A deleted zone remains deleted.
 */
async function planZones(
  db: Database,
  imported: readonly ImportedZone[],
  fee: Fcfa | null,
): Promise<Planned<ImportedRow>[]> {
  const labelsOf = imported.map(({ label }) => searchText(label));
  const stored = await db.select().from(zones).where(inArray(zones.searchText, labelsOf));
  const byLabel = Map.groupBy(stored, (row) => row.searchText);
  return imported.map((value) => {
    const named = byLabel.get(searchText(value.label)) ?? [];
    const before = named.find(({ deletedAt }) => deletedAt === null) ?? null;
    if (before === null && named.length > 0) return { is: 'refused', reason: REMOVED };
    const price = value.price ?? before?.price ?? fee;
    if (price === null) return { is: 'refused', reason: NO_FEE };
    const row = {
      ...keepUnsaid(value, before),
      ...(before !== null && { id: before.id }),
      label: before?.label ?? value.label,
      sectors: distinctSectors([...(before?.sectors ?? []), ...value.sectors]),
      aliases: distinctSectors([...(before?.aliases ?? []), ...value.aliases]),
      price,
      town: value.town ?? before?.town ?? townIn(value.label),
    };
    const fields = [
      ...fieldsOf<ImportedRow>(plain, before, row, show),
      ...addedNames(sectors, before?.sectors, row.sectors),
      ...addedNames(aliases, before?.aliases, row.aliases),
    ];
    if (before === null) return { is: 'added', row, fields };
    if (fields.length === 0) return UNCHANGED;
    return { is: isJump(before.price, price) ? 'waiting' : 'changed', row, fields };
  });
}

function addedNames(
  { heading }: ImportColumn,
  before: readonly string[] | undefined,
  after: readonly string[],
) {
  const added = after.slice(before?.length ?? 0).join(', ');
  if (added === '') return [];
  return [{ label: before === undefined ? heading : `${heading} ajoutés`, before: null, after: added }];
}

async function writeZones(
  tx: Database,
  planned: readonly { readonly row: ImportedRow }[],
  at: Date,
): Promise<void> {
  for (const { row } of planned) {
    const { id, ...zone } = row;
    if (id === undefined) await insertZone(tx, { ...zone, createdAt: at });
    else await tx.update(zones).set(zone).where(eq(zones.id, id));
  }
}
