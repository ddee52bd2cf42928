import { Text } from '@mantine/core';
import { IconFileTypePdf, IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes, isPdf } from '../describe-file.ts';
import { useObjectUrl } from '../use-object-url.ts';
import styles from './picking.module.css';

type Props = {
  /** Null: it was sent before this page was opened. */
  file: File | null;
  children?: ReactNode;
};

/** What has been attached: a small picture, or a PDF by its name. */
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
      <div className={styles.words}>
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

// A camera's own names (IMG_20261120_140512.jpg) say nothing.
const nameOf = (file: File): string => (isPdf(file) ? file.name : 'Photo jointe');
