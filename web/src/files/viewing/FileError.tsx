import { Anchor, Text } from '@mantine/core';
import styles from './viewing.module.css';

/** For a file that cannot be rendered: an error and a download link. */
export function FileError({ url, message }: { url: string | null; message: string }) {
  return (
    <div className={styles.error} role="alert">
      <Text fw={600}>{message}</Text>
      {url === null ? null : (
        <Anchor href={url} download="fichier">
          Télécharger le fichier
        </Anchor>
      )}
    </div>
  );
}
