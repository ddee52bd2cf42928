import { Anchor, Text } from '@mantine/core';
import styles from './viewing.module.css';

/** For a file that cannot be rendered: an error and a download link. */
export function FileFault({ address, message }: { address: string | null; message: string }) {
  return (
    <div className={styles.fault} role="alert">
      <Text fw={600}>{message}</Text>
      {address === null ? null : (
        <Anchor href={address} download="fichier">
          Télécharger le fichier
        </Anchor>
      )}
    </div>
  );
}
