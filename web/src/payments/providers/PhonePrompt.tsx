import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import styles from '../payments.module.css';

type Props = {
  /** The provider's page, to pay on instead. */
  url: string;
  isTest: boolean;
  /** The customer says that she has confirmed, which the server must check. */
  onSuccess: () => void;
};

/** The operator asks on the telephone that pays. */
export function PhonePrompt({ url, isTest, onSuccess }: Props) {
  return (
    <Stack className={styles.message} align="center" gap="sm" role="status">
      <Loader aria-hidden="true" />
      <Title order={3}>Confirmez sur votre téléphone</Title>
      <Text c="dimmed">
        Votre opérateur vous demande votre code. S’il ne demande rien, payez sur la page de paiement : vous ne
        serez débité qu’une fois.
      </Text>
      {isTest ? <Text c="dimmed">Paiement d’essai : aucun argent ne circule.</Text> : null}
      <Button fullWidth onClick={onSuccess}>
        J’ai confirmé
      </Button>
      <Button fullWidth variant="default" component="a" href={url}>
        Payer sur la page de paiement
      </Button>
    </Stack>
  );
}
