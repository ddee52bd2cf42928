import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { contact } from '../../lib/contact/contact.ts';
import { PhoneLink } from '../text/PhoneLink.tsx';
import { ErrorState } from './ErrorState.tsx';
import { faultReference } from './fault-reference.ts';

/** A fault of our own in the page: nothing to explain, one way out, and something to name it by on the telephone. */
export function PageFault() {
  const [reference] = useState(() => faultReference(new Date(), Math.random()));
  useEffect(() => {
    // Beside the error itself, which the router has written.
    console.error(`référence ${reference} : ${window.location.href}`);
  }, [reference]);
  return (
    <>
      <ErrorState
        page
        message="Cette page n’a pas pu s’afficher."
        kept="Vos commandes sont en sécurité. Rechargez la page pour continuer."
        onRetry={() => window.location.reload()}
      />
      <Text ta="center" c="dimmed">
        Si cela se reproduit, appelez-nous au <PhoneLink phone={contact.phone} name="Amasin" /> et indiquez
        cette référence : <strong>{reference}</strong>
      </Text>
    </>
  );
}
