import { Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { activateNewestVersion } from '../../lib/versions.ts';
import styles from '../payments.module.css';

/**
 * A provider's frame. When the policy of the page refuses it, because the page was kept on this device before the provider was
 * chosen, it offers to update the page: the payment can then be resumed.
 */
export function FrameRefused({ children }: { children: ReactNode }) {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') setRefused(true);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, []);
  if (!isRefused) return children;
  return (
    <Stack className={styles.message} align="center" gap="sm" role="alert">
      <Title order={3}>Mettez Amasin à jour pour payer</Title>
      <Text c="dimmed">Le paiement a changé depuis votre dernière visite. Votre commande est gardée.</Text>
      <Button fullWidth onClick={() => void activateNewestVersion()}>
        Mettre à jour
      </Button>
    </Stack>
  );
}
