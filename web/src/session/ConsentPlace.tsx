import type { User } from '@amasin/domain/users/user.ts';
import { useEffect, useRef, useState } from 'react';
import { askConsentBy } from '../lib/consent.ts';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';

const ConsentDialog = lazyDialog(() => import('./ConsentDialog.tsx').then((module) => module.ConsentDialog));

type Props = { user: User; onGiven: (user: User) => void };

/** Asks a customer for their consent to the use of health data, on any page (`withHealthConsent`). */
export function ConsentPlace({ user, onGiven }: Props) {
  const dialog = useDialogUrl('accord');
  const [reply, setReply] = useState<((isGiven: boolean) => void) | null>(null);
  const isGiven = useRef(false);
  const wasOpened = useRef(false);
  const latest = useRef({ user, open: dialog.open });
  latest.current = { user, open: dialog.open };
  useEffect(() => {
    askConsentBy({
      hasIt: () => latest.current.user.type !== 'customer' || latest.current.user.hasHealthConsent === true,
      ask: () =>
        new Promise((resolve) => {
          isGiven.current = false;
          wasOpened.current = false;
          setReply(() => resolve);
          latest.current.open();
        }),
    });
    return () => askConsentBy(null);
  }, []);
  // Answered once it is closed, also by Back or by another page: what follows may step back in the history itself.
  useEffect(() => {
    if (dialog.opened) wasOpened.current = true;
    else if (reply !== null && wasOpened.current) {
      reply(isGiven.current);
      setReply(null);
    }
  }, [dialog.opened, reply]);
  return (
    <ConsentDialog
      opened={dialog.opened && reply !== null}
      onClose={dialog.close}
      onGiven={() => {
        isGiven.current = true;
        onGiven({ ...user, hasHealthConsent: true });
        dialog.close();
      }}
    />
  );
}
