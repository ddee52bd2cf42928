import {
  type HouseSetting,
  type HouseSettings,
  type HouseState,
  type houseChange,
  houseSettingNames,
} from '@amasin/domain/house/settings.ts';
import type { z } from 'zod';
import { type NewLine, record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import { notifyChannel } from '../database/listen.ts';
import { transact } from '../database/transaction.ts';
import type { Settings } from '../env.ts';
import { Refusal } from '../refusal.ts';
import { findHouse, type SavedHouse, saveHouse } from './queries.ts';

type Saved = Partial<HouseSettings>;

/** Announced on the channel `changes` like a changed row (decision 23): each process then reads the settings again. */
export const SETTINGS_CHANGED = { table: 'house_settings', op: 'update', id: null, people: [] } as const;

/** Merges both sources: the screen wins over the environment, but a maintenance of the environment stays. */
export function presentHouse(environment: HouseSettings, saved: Saved): HouseSettings {
  const known = Object.fromEntries(houseSettingNames.map((name) => [name, saved[name] ?? environment[name]]));
  const present = known as unknown as HouseSettings;
  return { ...present, maintenance: present.maintenance || environment.maintenance };
}

/** Reads what was saved on the screen into the settings of this process. */
export async function loadHouse(ctx: SystemCtx): Promise<void> {
  apply(ctx.settings, (await findHouse(ctx.db)).saved);
}

// The settings are one object of the process, which every action reads.
function apply(settings: Settings, saved: Saved): void {
  Object.assign(settings, presentHouse(settings.environment, saved));
}

export async function readSettings(ctx: Ctx): Promise<HouseState> {
  return stateOf(ctx, await findHouse(ctx.db));
}

/**
 * Changes what the body names. The journal keeps the values before and after, as they count.
 * @throws 409 SETTINGS_CHANGED when somebody else has saved since the body's version
 */
export async function changeSettings(
  ctx: Ctx,
  { version, ...change }: z.output<typeof houseChange>,
): Promise<HouseState> {
  const row = await transact(ctx.db, async (tx) => {
    const before = await findHouse(tx);
    if (before.version !== version) throw new Refusal('SETTINGS_CHANGED');
    const saved = changed(before.saved, change);
    const fields = houseSettingNames.filter((name) => saved[name] !== before.saved[name]);
    if (fields.length === 0) return before;
    const after = await saveHouse(tx, version, saved, ctx.clock.now());
    if (after === null) throw new Refusal('SETTINGS_CHANGED');
    const { environment } = ctx.settings;
    const [from, to] = [presentHouse(environment, before.saved), presentHouse(environment, saved)];
    const lineOf = (name: HouseSetting): NewLine => ({
      action: 'change',
      kind: 'settings',
      id: 'house',
      details: { fields: [name], from: from[name], to: to[name] },
    });
    await record(ctx, tx, fields.map(lineOf));
    await notifyChannel(tx, 'changes', JSON.stringify(SETTINGS_CHANGED));
    return after;
  });
  // The person who saved sees it at once, before the announcement arrives.
  apply(ctx.settings, row.saved);
  return stateOf(ctx, row);
}

/** The saved settings with a change: null removes one, which then is that of the environment. */
function changed(saved: Saved, change: Omit<z.output<typeof houseChange>, 'version'>): Saved {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...saved, ...Object.fromEntries(named) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

function stateOf({ settings: { environment } }: Ctx, { version, saved }: SavedHouse): HouseState {
  return { version, saved, environment };
}
