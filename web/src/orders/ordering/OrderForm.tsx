import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button, Paper, Title } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useOnline } from '../../lib/use-online.ts';
import { AddressField } from './AddressField.tsx';
import type { Ordering } from './draft/use-ordering.ts';
import styles from './ordering.module.css';
import { PayBar } from './PayBar.tsx';
import { StepBar } from './StepBar.tsx';
import { type StepKey, steps, useStep } from './steps.ts';
import { SummaryPart, type SummaryProps } from './summary/SummaryPart.tsx';
import { useLeadToWrong } from './use-lead-to-wrong.ts';
import { type WhatFields, WhatPart } from './ways/WhatPart.tsx';

type Props = Pick<SummaryProps, 'ordering' | 'insurance' | 'prescribed'> & {
  what: WhatFields;
  zoneField: ReactNode;
  /** The places that the customer keeps, and the offer to keep the present one. */
  places: { choices: ReactNode; keep: ReactNode };
  /** Notice of an earlier payment. */
  notice: ReactNode;
  /** A payment of this order is open or under review: paying is a secondary action. */
  unsettled: 'open' | 'review' | null;
  /** The photograph is being uploaded. */
  isUploading: boolean;
  isSending: boolean;
  /** Pays or orders; looks the code up again while one of its prices is being checked. */
  onSend: () => void;
};

const everyField = steps.flatMap(({ fields }) => [...fields]);

/** Medicines, delivery, summary and payment: one step at a time on a phone, all at once on a wide screen. */
export function OrderForm({
  ordering,
  what,
  zoneField,
  places,
  insurance,
  notice,
  unsettled,
  ...props
}: Props) {
  const { draft, errors } = ordering;
  const { index, step, next, goTo } = useStep();
  const form = useRef<HTMLDivElement>(null);
  useLeadToWrong(form, ordering, step.key, goTo);
  const isPhoto = draft.way === 'photo';
  const online = useOnline();
  const isUploading = isPhoto && props.isUploading;
  // A photograph that waits for the network is stored with the order.
  const isBlocked = isUploading && online;

  const isCurrent = (key: StepKey) => step.key === key || undefined;
  const goOn = async () => {
    // A photograph being uploaded is validated when the order is sent.
    const fields = step.fields.filter((field) => !(isUploading && field === 'what'));
    if (next !== undefined && (await ordering.checkFields(fields))) goTo(next.key);
  };
  const send = async () => {
    const fields = everyField.filter((field) => !(isUploading && field === 'what'));
    // It is only looked up again.
    if (ordering.waiting.length > 0 || (await ordering.checkFields(fields))) props.onSend();
  };

  const label = labelOf(ordering, isBlocked, unsettled);
  const variant = unsettled === null ? 'filled' : 'subtle';
  const isSending = props.isSending || isBlocked || ordering.isChecking;
  return (
    <div ref={form} className={styles.form}>
      <div className={styles.walk}>
        <StepBar index={index} isPaid={!isPhoto} />
      </div>
      <div className={styles.main}>
        <Paper component="section" className={styles.part} data-current={isCurrent('medicaments')} withBorder>
          <WhatPart ordering={ordering} fields={what} />
        </Paper>
        <Paper component="section" className={styles.part} data-current={isCurrent('livraison')} withBorder>
          <Title order={2}>Votre livraison</Title>
          {places.choices}
          {zoneField}
          <AddressField
            address={draft.address}
            error={errors.address}
            onChange={ordering.writeAddress}
            onLeave={() => void ordering.checkField('address')}
          />
          {places.keep}
        </Paper>
      </div>
      <div className={styles.aside}>
        {notice}
        <Paper
          component="section"
          className={styles.side}
          data-current={isCurrent('recapitulatif')}
          withBorder
        >
          <Title order={2}>Récapitulatif</Title>
          <SummaryPart
            ordering={ordering}
            insurance={insurance}
            prescribed={props.prescribed}
            onChange={goTo}
          />
          <Button
            className={styles.deskPay}
            variant={variant}
            size="md"
            fullWidth
            loading={isSending}
            onClick={() => void send()}
          >
            {label}
          </Button>
        </Paper>
      </div>
      <PayBar
        ordering={ordering}
        label={label}
        variant={variant}
        isLast={next === undefined}
        isSending={isSending}
        onBack={index > 0 ? () => goTo((steps[index - 1] ?? steps[0]).key) : null}
        onGoOn={() => void goOn()}
        onSend={() => void send()}
      />
    </div>
  );
}

const unsettledLabels = { open: 'Reprendre le paiement', review: 'Payer quand même' } as const;

function labelOf(
  { draft, zone, quote, hasMedicines, isCardAwaited, totalBefore, waiting }: Ordering,
  isBlocked: boolean,
  unsettled: Props['unsettled'],
): string {
  if (waiting.length > 0) return 'Voir si le prix est vérifié';
  if (unsettled !== null) return unsettledLabels[unsettled];
  if (draft.way === 'photo') return isBlocked ? 'Envoi de l’ordonnance…' : 'Commander';
  if (isCardAwaited) return 'Commander, payer après vérification';
  // There is nothing to pay yet.
  if (zone === null || !hasMedicines || quote.medicines === 0) return 'Commander';
  return totalBefore === null
    ? `Payer ${formatMoney(quote.total)}`
    : `Confirmer et payer ${formatMoney(quote.total)}`;
}
