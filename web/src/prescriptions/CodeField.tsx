import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { CODE_MAX, readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconQrcode } from '@tabler/icons-react';
import { messageOf, NETWORK_MESSAGE } from '../lib/api-error.ts';
import { countOf } from '../lib/format.ts';
import { useOnline } from '../lib/use-online.ts';
import { StateBadge } from '../ui/badges.tsx';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { ListSkeleton } from '../ui/feedback.tsx';
import { ItemInstructions, LineAmount } from '../ui/items.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import styles from './CodeField.module.css';
import type { PrescriptionLookup } from './lookup.ts';

/** The prescription of a code: prescriber, patient, and medicines with their prices. */
export function FoundPrescription({ prescription }: { prescription: Prescription }) {
  const { prescriptionNumber, prescriptorName, patientName, verified, items, total } = prescription;
  return (
    <section className={styles.found} aria-label={`Ordonnance ${prescriptionNumber}`}>
      <header className={styles.head}>
        <span className={styles.number}>{prescriptionNumber}</span>
        <span>{countOf(items.length, 'médicament')}</span>
      </header>
      <dl className={styles.people}>
        <div>
          <dt>Prescripteur</dt>
          <dd>{prescriptorName}</dd>
        </div>
        <div>
          <dt>Patient</dt>
          <dd>{patientName}</dd>
        </div>
      </dl>
      {verified ? null : (
        <StateBadge tone="amber" icon={IconAlertTriangle} label="Prescripteur non vérifié" />
      )}
      <ul className={styles.items} aria-label="Médicaments prescrits">
        {items.map(({ medicationId, label, quantity, price, posology, duration, form, review }) => (
          <li key={medicationId} className={styles.item}>
            <span>
              <span>{`${quantity} × ${label}`}</span>
              <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
            </span>
            <LineAmount price={price} quantity={quantity} review={review} />
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>Total des médicaments</span>
        {items.some(({ review }) => review === 'waiting') ? (
          <span>À calculer</span>
        ) : (
          <Money amount={total} />
        )}
      </p>
    </section>
  );
}

// The QR decoder is 40 kB.
const Scanner = lazyWithRetry(() => import('./Scanner.tsx').then((module) => module.Scanner), {
  height: 280,
});

/** Opens the camera in a dialog, and passes on the scanned number. */
function ScanButton({ onScan }: { onScan: (number: string) => void }) {
  const { opened, open, close } = useDialogUrl('scan');
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconQrcode size={20} aria-hidden="true" />}
        onClick={() => open()}
      >
        Scanner le code QR
      </Button>
      <ResponsiveDialog opened={opened} onClose={close} title="Scanner le code QR">
        <Scanner
          onScan={(number) => {
            onScan(number);
            close();
          }}
        />
      </ResponsiveDialog>
    </>
  );
}

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
        maxLength={CODE_MAX}
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
