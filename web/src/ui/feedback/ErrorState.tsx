import { Button, Stack, Text } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import styles from './feedback.module.css';

type Props = {
  /** The server's message, or the screen's own. */
  message: string;
  /** What is not lost. */
  reassurance?: string;
  onRetry: () => void;
  retrying?: boolean;
  /** Replaces a whole page: the message is its heading. */
  page?: boolean;
};

export function ErrorState({ message, reassurance, onRetry, retrying = false, page = false }: Props) {
  return (
    <Stack className={styles.state} align="center" gap="xs" role="alert">
      <IconCloudOff className={styles.errorIcon} size={40} stroke={1.5} aria-hidden="true" />
      <Text component={page ? 'h1' : 'p'} m={0} fw={600} size="lg">
        {message}
      </Text>
      {reassurance ? <Text c="dimmed">{reassurance}</Text> : null}
      <Button
        className={styles.action}
        variant="default"
        leftSection={<IconRefresh size={20} aria-hidden="true" />}
        onClick={onRetry}
        loading={retrying}
      >
        Réessayer
      </Button>
    </Stack>
  );
}
