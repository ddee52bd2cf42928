import { useRef } from 'react';
import { NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast/toast.tsx';
import type { Load } from './parts.ts';
import { useLater } from './use-later.ts';

type Props<P extends object> = {
  load: Load<P>;
  props: P;
  /** One of its dialogs is open. */
  opened: boolean;
  onClose: () => void;
};

/**
 * What opens over a screen, whose code is fetched the first time it opens. On a line that is down a message says so, and it
 * closes: the next tap tries again.
 */
export function LazyDialog<P extends object>(dialog: Props<P>) {
  const wanted = useRef(false);
  wanted.current ||= dialog.opened;
  return wanted.current ? <Wanted {...dialog} /> : null;
}

function Wanted<P extends object>({ load, props, opened, onClose }: Props<P>) {
  const Part = useLater(load, opened, () => {
    if (!opened) return;
    toast.error(NETWORK_MESSAGE);
    onClose();
  });
  return Part === null ? null : <Part {...props} />;
}
