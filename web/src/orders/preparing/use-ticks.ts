import { useState } from 'react';
import { readStored, store } from '../../lib/stored.ts';
import { useSession } from '../../session/session-context.ts';

export type Ticks = ReturnType<typeof useTicks>;

/** Which medicines of this order are taken from the shelf; on this device, until it is ready. */
export function useTicks(orderId: string) {
  const personId = useSession().user?._id ?? '';
  const name = `ticks-${orderId}`;
  const [ticked, setTicked] = useState<readonly string[]>(() => read(personId, name));
  const change = (next: readonly string[]) => {
    setTicked(next);
    store(personId, name, next.length === 0 ? null : next);
  };
  return {
    has: (medicationId: string) => ticked.includes(medicationId),
    toggle: (medicationId: string) =>
      change(
        ticked.includes(medicationId)
          ? ticked.filter((id) => id !== medicationId)
          : [...ticked, medicationId],
      ),
    clear: () => change([]),
  };
}

/** Local storage may contain anything: a value of another shape is ignored. */
function read(personId: string, name: string): readonly string[] {
  const stored = readStored(personId, name);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}
