import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { contact } from '../../lib/contact/contact.ts';
import { PhoneLink } from '../text/PhoneLink.tsx';
import { ErrorState } from './ErrorState.tsx';
import { faultReference } from './fault-reference.ts';

/** The error boundary of the application: reload, or call with a reference. */
export function PageFault() {
  const [reference] = useState(() => faultReference(new Date(), Math.random()));
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
