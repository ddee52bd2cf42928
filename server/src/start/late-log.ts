import type { Log } from '../ctx.ts';

/** Writes nothing until there is a logger to write to, which the HTTP server makes. */
export interface LateLog extends Log {
  writeTo(log: Log): void;
}

export function lateLog(): LateLog {
  let log: Log | null = null;
  return {
    info: (details, message) => log?.info(details, message),
    warn: (details, message) => log?.warn(details, message),
    error: (details, message) => log?.error(details, message),
    writeTo: (next) => {
      log = next;
    },
  };
}
