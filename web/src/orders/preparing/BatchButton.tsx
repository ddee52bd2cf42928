import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { expiresSoon } from '@amasin/domain/orders/batch.ts';
import { Button } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { formatDate } from '../../lib/format.ts';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import type { PreparedLine } from './BatchDialog.tsx';
import styles from './preparing.module.css';

const BatchDialog = lazyDialog(() => import('./BatchDialog.tsx').then((module) => module.BatchDialog));

type Props = {
  orderId: string;
  line: PreparedLine;
  /** The medicine is not named above it. */
  named?: true;
};

/** Opens what is printed on a box; it may be skipped. */
export function BatchButton({ orderId, line, named }: Props) {
  const { value, open, close } = useDialogUrl('lot');
  const { medicationId, label, batch, expiresOn } = line;
  const isSoon = expiresOn !== undefined && expiresSoon(expiresOn, dayInBenin(new Date()));
  const written = [
    batch && `Lot ${batch}`,
    expiresOn && `${isSoon ? 'Périme le' : 'jusqu’au'} ${formatDate(expiresOn)}`,
  ].filter(Boolean);
  return (
    <>
      <Button
        variant="subtle"
        className={styles.batch}
        leftSection={<IconBarcode size={20} aria-hidden="true" />}
        aria-label={`Lot : ${label}`}
        data-soon={isSoon || undefined}
        onClick={() => open(medicationId)}
      >
        {[named && label, ...(written.length === 0 ? ['Lot et péremption'] : written)]
          .filter(Boolean)
          .join(' · ')}
      </Button>
      <BatchDialog opened={value === medicationId} onClose={close} orderId={orderId} line={line} />
    </>
  );
}
