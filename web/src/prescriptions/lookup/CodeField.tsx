import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { messageOf, NETWORK_MESSAGE } from '../../lib/api-error.ts';
import { useOnline } from '../../lib/use-online.ts';
import { ListSkeleton } from '../../ui/feedback.tsx';
import type { PrescriptionLookup } from '../api.ts';
import { FoundPrescription } from './FoundPrescription.tsx';
import styles from './lookup.module.css';
import { ScanButton } from './scan/ScanButton.tsx';

type Props = {
  code: string;
  onCode: (code: string) => void;
  lookup: PrescriptionLookup;
  error: string | undefined;
};

/** The number of a digital prescription, typed or scanned, and the prescription found. */
export function CodeField({ code, onCode, lookup, error }: Props) {
  const { prescription, isLooking } = lookup;
  const isWhole = readPrescriptionNumber(code) !== null;
  return (
    <div className={styles.field}>
      <TextInput
        label="Numéro d’ordonnance"
        description="Les 8 chiffres après ORD."
        placeholder="ORD-12345678"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={40}
        error={error}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
      <div role="status" className={styles.result}>
        <LookupState code={code} lookup={lookup} />
      </div>
      {isLooking && isWhole ? <ListSkeleton rows={1} height={200} /> : null}
      {prescription && !isLooking ? <FoundPrescription prescription={prescription} /> : null}
      <ScanButton onScan={onCode} />
    </div>
  );
}

function LookupState({ code, lookup }: Pick<Props, 'code' | 'lookup'>) {
  const online = useOnline();
  const { prescription, isLooking, error, retry } = lookup;
  if (isLooking) return online ? null : <Text size="xs">{NETWORK_MESSAGE}</Text>;
  if (prescription) return <VisuallyHidden>Ordonnance trouvée.</VisuallyHidden>;
  if (error !== null) {
    return (
      <>
        <Text size="xs" c="var(--mantine-color-error)">
          {messageOf(error)}
        </Text>
        <Button variant="light" onClick={retry}>
          Réessayer
        </Button>
      </>
    );
  }
  if (prescription === undefined) return null;
  return (
    <>
      <Text fw={600}>Aucune ordonnance trouvée</Text>
      <Text size="xs" c="dimmed">
        {readPrescriptionNumber(code) === null
          ? 'Un numéro d’ordonnance compte 8 chiffres.'
          : 'Vérifiez le numéro. Une ordonnance ne sert qu’une fois.'}
      </Text>
    </>
  );
}
