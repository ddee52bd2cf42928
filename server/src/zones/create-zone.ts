import type { newZone, Zone } from '@amasin/domain/zones/zone.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { presentZone } from './present.ts';
import { insertZone } from './queries.ts';
import { refuseSameName } from './refuse-same-name.ts';

export async function createZone(ctx: Ctx, body: z.output<typeof newZone>): Promise<Zone> {
  const row = await refuseSameName(() => insertZone(ctx.db, { ...body, createdAt: ctx.clock.now() }));
  return presentZone(row);
}
