import type { Clock } from '../ctx.ts';
import { readBackups } from '../http/last-backup.ts';
import { watchOutboundCalls } from '../http/outbound-calls.ts';
import type { Answer, Machine } from '../ports/machine.ts';

interface Described {
  readonly clock: Clock;
  readonly commit: string | null;
  readonly dataDir: string;
}

/** Describes this process from now on. */
export function describeMachine({ clock, commit, dataDir }: Described): Machine & { close(): void } {
  const answers = new Map<string, Answer>();
  const close = watchOutboundCalls({
    onEnd: ({ host, status }) => void answers.set(host, { host, status, at: clock.now() }),
  });
  return {
    commit,
    startedAt: clock.now(),
    readBackups: () => readBackups(dataDir),
    answers: () => [...answers.values()].sort((a, b) => a.host.localeCompare(b.host)),
    close,
  };
}
