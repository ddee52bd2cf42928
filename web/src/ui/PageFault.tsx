import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { timeNow } from '../lib/clock.ts';
import { contact } from '../lib/contact.ts';
import { ErrorState } from './feedback.tsx';
import { PhoneLink } from './text.tsx';

// Without characters that are confused when read aloud or written.
const SIGNS = '23456789ACDEFGHJKLMNPQRTUVWXYZ';

/** Benin is an hour ahead of UTC all year round. */

/** `20-1405-K7Q`: day and minute in Benin, then three random characters. Short enough to read out on the phone. */
export function faultReference(now: Date, random: number): string {
  const here = new Date(now.getTime() + HOUR_MS).toISOString();
  const [day, hour, minute] = here.slice(8).split(/[T:]/);
  let rest = Math.floor(random * SIGNS.length ** 3);
  let signs = '';
  for (let place = 0; place < 3; place += 1) {
    signs += SIGNS[rest % SIGNS.length];
    rest = Math.floor(rest / SIGNS.length);
  }
  return `${day}-${hour}${minute}-${signs}`;
}

/** The error boundary of the application: reload, or call with a reference. */
export function PageFault() {
  const [reference] = useState(() => faultReference(new Date(timeNow()), Math.random()));
  useEffect(() => {
    // The router has logged the error itself.
    console.error(`référence ${reference} : ${window.location.href}`);
  }, [reference]);
  return (
    <>
      <ErrorState
        page
        message="Cette page n’a pas pu s’afficher."
        reassurance="Vos commandes sont en sécurité. Rechargez la page pour continuer."
        onRetry={() => window.location.reload()}
      />
      <Text ta="center" c="dimmed">
        Si cela se reproduit, appelez-nous au <PhoneLink phone={contact.phone} name="Amasin" /> et indiquez
        cette référence : <strong>{reference}</strong>
      </Text>
    </>
  );
}
