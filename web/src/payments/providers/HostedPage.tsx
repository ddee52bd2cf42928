import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import styles from '../payments.module.css';
import { leaveFor } from './leave-for.ts';

type Props = {
  /** The provider's page. */
  url: string;
  isTest: boolean;
};

/**
 * Leaves for the provider's own page, which returns to this one; the payment is stored and checked then. The link is for a
 * customer who comes back with her browser's button.
 */
export function HostedPage({ url, isTest }: Props) {
  useEffect(() => leaveFor(url), [url]);
  return (
    <Stack className={styles.message} align="center" gap="sm" role="status">
      <Loader aria-hidden="true" />
      <Title order={3}>Ouverture de la page de paiement…</Title>
      <Text c="dimmed">Après le paiement, vous revenez ici. Votre commande est gardée.</Text>
      {isTest ? <Text c="dimmed">Paiement d’essai : aucun argent ne circule.</Text> : null}
      <Button fullWidth component="a" href={url}>
        Continuer vers le paiement
      </Button>
    </Stack>
  );
}
