import { Text } from '@mantine/core';
import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes, isPdf } from '../describe-file.ts';
import { useObjectUrl } from '../use-object-url.ts';
import styles from './picking.module.css';

type Props = {
  /** Null when it was uploaded before this page was opened. */
  file: File | null;
  children?: ReactNode;
};

/** The attached file: a thumbnail, or the name of a PDF. */
export function SentFile({ file, children }: Props) {
  const picture = useObjectUrl(file !== null && !isPdf(file) ? file : null);
  const Glyph = file !== null && isPdf(file) ? IconFileTypePdf : IconPaperclip;
  return (
    <div className={styles.sent}>
      {picture === null ? (
        <span className={styles.icon}>
          <Glyph size={28} stroke={1.5} aria-hidden="true" />
        </span>
      ) : (
        <img className={styles.thumbnail} src={picture} alt="Aperçu du fichier joint" />
      )}
      <div className={styles.text}>
        <Text fw={600} className={styles.name}>
          {file === null ? 'Fichier joint' : nameOf(file)}
        </Text>
        {file === null ? null : (
          <Text size="xs" c="dimmed">
            {formatBytes(file.size)}
          </Text>
        )}
      </div>
      {children}
    </div>
  );
}

// Names given by cameras (IMG_20261120_140512.jpg) mean nothing to people.
const nameOf = (file: File): string => (isPdf(file) ? file.name : 'Photo jointe');
