import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '../../lib/toast/toast.tsx';
import styles from './second-factor.module.css';

type Props = { codes: readonly string[]; onKept: () => void };

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('Codes copiés');
    } catch {
      // Without https, or without permission.
      toast.error('La copie n’est pas possible ici. Notez les codes.');
    }
  };
  return (
    <div className={styles.secret}>
      <div role="status">
        <strong>Gardez ces codes de secours</strong>
        <p className={styles.text}>
          Chacun remplace une fois votre application, si vous perdez votre téléphone. Ils ne seront plus
          affichés.
        </p>
      </div>
      <ul className={styles.codes} aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconCopy size={20} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        Copier les codes
      </Button>
      <Button size="md" fullWidth onClick={onKept}>
        J’ai gardé ces codes
      </Button>
    </div>
  );
}
