import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { Log } from '../ctx.ts';

interface SecurityEvent {
  readonly event: string;
  /** The id of an account; null when none is known. */
  readonly user: string | null;
  readonly type?: UserType;
  /** The code of a refusal. */
  readonly code?: string;
  /** The route pattern, never the URL. */
  readonly route?: string;
}

/** How many events of each kind this process logged. */
export const securityEvents = new Map<string, number>();

/** One structured line of the log, at the level that is written by default; neither telephone, e-mail, name, address nor token. */
export function logSecurity(log: Log, { event, user, type, code, route }: SecurityEvent): void {
  securityEvents.set(event, (securityEvents.get(event) ?? 0) + 1);
  log.warn({ security: event, user, type, code, route }, 'security');
}
