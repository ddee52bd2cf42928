import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { useEffect } from 'react';
import { watchAttention } from '../../lib/attention.ts';
import { call } from '../../lib/call.ts';

/** Below the shortest time after which idleness ends a session, two minutes. */
const EVERY_MS = 50_000;

/** Where idleness ends sessions: keeps that of a person open who reads or types, not that of a page that refreshes itself. */
export function useAttention(idlenessEnds: boolean): void {
  useEffect(() => {
    if (!idlenessEnds) return;
    return watchAttention(() => void call(sessionEndpoints.me).catch(() => null), EVERY_MS);
  }, [idlenessEnds]);
}
