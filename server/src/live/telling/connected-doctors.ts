import { findDoctorsForRequests } from '../../consultations/requests/presence-queries.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { LiveServer } from '../types.ts';

/**
 * The doctors connected to this process who may see requests. Read for each telling: an account that was deactivated, or is not
 * verified any more, is told nothing from then on (rule 39).
 */
export function connectedDoctors({ db }: SystemCtx, io: LiveServer): Promise<readonly string[]> {
  const connected = [...io.sockets.sockets.values()].filter(({ data }) => data.type === 'partnerDoctor');
  if (connected.length === 0) return Promise.resolve([]);
  return findDoctorsForRequests(db, [...new Set(connected.map(({ data }) => data.userId))]);
}
