import { Button, Paper, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { formatMoney } from '../../lib/format/money.ts';
import { AddressField } from './AddressField.tsx';
import { CheckList } from './CheckList.tsx';
import type { Ordering } from './draft/use-ordering.ts';
import { MedicineLines } from './MedicineLines.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import styles from './ordering.module.css';
import { StepBar } from './StepBar.tsx';
import { steps, useStep } from './steps.ts';
import { useLeadToWrong } from './use-lead-to-wrong.ts';

type Props = {
  ordering: Ordering;
  medicationField: ReactNode;
  zoneField: ReactNode;
  /** Where an earlier payment stands. */
  notice: ReactNode;
  isPaying: boolean;
  onPay: () => void;
};

const everyField = steps.flatMap(({ fields }) => [...fields]);

/** What, where, what it costs; then paying. One step at a time on a phone, all at once on a desk. */
export function OrderForm({ ordering, medicationField, zoneField, notice, isPaying, onPay }: Props) {
  const { draft, zone, quote, errors, isRenamed } = ordering;
  const { index, step, next, goTo } = useStep();
  const form = useRef<HTMLDivElement>(null);
  useLeadToWrong(form, ordering, step.key, goTo);

  const goOn = async () => {
    if (next !== undefined && (await ordering.checkFields(step.fields))) goTo(next.key);
  };
  const pay = async () => {
    if (await ordering.checkFields(everyField)) onPay();
  };

  const payLabel = payLabelOf(isRenamed, zone === null ? null : quote.total);
  return (
    <div ref={form} className={styles.form} data-step={step.key}>
      <div className={styles.walk}>
        <StepBar index={index} />
      </div>
      <div className={styles.main}>
        <Paper component="section" className={styles.part} data-part="medicaments" withBorder>
          <Title order={2}>Vos médicaments</Title>
          {medicationField}
          <MedicineLines
            lines={draft.lines}
            problems={ordering.lineProblems}
            removed={ordering.removed}
            onQuantity={ordering.changeQuantity}
            onUndo={ordering.undoRemoval}
          />
        </Paper>
        <Paper component="section" className={styles.part} data-part="livraison" withBorder>
          <Title order={2}>Votre livraison</Title>
          {zoneField}
          <AddressField
            address={draft.address}
            error={errors.address}
            onChange={ordering.writeAddress}
            onLeave={() => void ordering.checkField('address')}
          />
        </Paper>
      </div>
      <div className={styles.aside}>
        {notice}
        <Paper component="section" className={styles.side} data-part="recapitulatif" withBorder>
          <Title order={2}>Récapitulatif</Title>
          <CheckList draft={draft} zone={zone} onChange={goTo} />
          <OrderSummary quote={quote} hasZone={zone !== null} isRenamed={isRenamed} />
          <Button
            className={styles.deskPay}
            size="md"
            fullWidth
            loading={isPaying}
            onClick={() => void pay()}
          >
            {payLabel}
          </Button>
        </Paper>
      </div>
      <div className={styles.bar}>
        {draft.lines.length === 0 ? null : (
          <div className={styles.barTotal}>
            <span>{zone === null ? 'Total sans livraison' : 'Total'}</span>
            <strong>{formatMoney(quote.total)}</strong>
          </div>
        )}
        <div className={styles.barActions}>
          {index > 0 ? (
            <Button
              variant="default"
              size="md"
              onClick={() => goTo((steps[index - 1] ?? steps[0]).key)}
              aria-label="Étape précédente"
            >
              <IconArrowLeft size={20} aria-hidden="true" />
            </Button>
          ) : null}
          {next === undefined ? (
            <Button className={styles.go} size="md" loading={isPaying} onClick={() => void pay()}>
              {payLabel}
            </Button>
          ) : (
            <Button className={styles.go} size="md" onClick={() => void goOn()}>
              Continuer
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function payLabelOf(isRenamed: boolean, total: number | null): string {
  if (total === null) return 'Payer';
  return isRenamed ? `Confirmer et payer ${formatMoney(total)}` : `Payer ${formatMoney(total)}`;
}
