import type { User } from '@amasin/domain/users/user.ts';
import { useEffect, useRef, useState } from 'react';
import { askConsentBy } from '../lib/consent.ts';
import { lazyDialog } from '../ui/lazy.tsx';

const ConsentDialog = lazyDialog(() => import('./ConsentDialog.tsx').then((module) => module.ConsentDialog));

type Props = { user: User; onGiven: (user: User) => void };

/** Asks a customer for their consent to the use of health data, on any page (`withHealthConsent`). */
export function ConsentPlace({ user, onGiven }: Props) {
  const [reply, setReply] = useState<((isGiven: boolean) => void) | null>(null);
  const latest = useRef(user);
  latest.current = user;
  useEffect(() => {
    askConsentBy({
      hasIt: () => latest.current.type !== 'customer' || latest.current.hasHealthConsent === true,
      ask: () => new Promise((resolve) => setReply(() => resolve)),
    });
    return () => askConsentBy(null);
  }, []);
  const answer = (isGiven: boolean) => {
    reply?.(isGiven);
    setReply(null);
  };
  return (
    <ConsentDialog
      opened={reply !== null}
      onClose={() => answer(false)}
      onGiven={() => {
        onGiven({ ...user, hasHealthConsent: true });
        answer(true);
      }}
    />
  );
}
