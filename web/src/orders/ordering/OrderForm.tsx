import { formatMoney } from '@amasin/domain/contract/format.ts';
import { ASK_RELATIVE } from '@amasin/domain/payments/pay-link.ts';
import { Button, Paper, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useOnline } from '../../lib/use-online.ts';
import { DeliveryPart } from './Delivery.tsx';
import styles from './OrderForm.module.css';
import { SummaryPart } from './Summary.tsx';
import { type DraftField, type StepKey, steps, useStep } from './steps.ts';
import type { Ordering } from './use-ordering.ts';
import { WhatPart } from './What.tsx';

type StepBarProps = {
  index: number;
  /** False for a photographed prescription, which is paid later. */
  isPaid: boolean;
};

/** The steps of an order on a phone: « médicaments », « livraison », « récapitulatif », « paiement ». */
function StepBar({ index, isPaid }: StepBarProps) {
  const labels = [...steps.map(({ label }) => label), ...(isPaid ? ['Paiement'] : [])];
  return (
    <>
      <ol className={styles.steps} aria-label="Étapes de la commande">
        {labels.map((label, place) => (
          <li
            key={label}
            className={styles.step}
            data-done={place <= index || undefined}
            aria-current={place === index ? 'step' : undefined}
          >
            <VisuallyHidden>{label}</VisuallyHidden>
          </li>
        ))}
      </ol>
      <Text size="xs" c="dimmed" aria-hidden="true">
        {`Étape ${index + 1} sur ${labels.length}`}
      </Text>
    </>
  );
}

type PayBarProps = {
  ordering: Ordering;
  /** Label of the button that sends the order. */
  label: string;
  /** Filled, unless another action is the main one. */
  variant: 'filled' | 'subtle';
  isLast: boolean;
  isSending: boolean;
  /** Null on the first step. */
  onBack: (() => void) | null;
  onGoOn: () => void;
  onSend: () => void;
};

/** Fixed at the bottom of a phone: the amount so far, and the button of the next step. */
function PayBar({ ordering, label, variant, isLast, isSending, onBack, onGoOn, onSend }: PayBarProps) {
  const { quote, zone, hasMedicines, totalBefore } = ordering;
  return (
    <div className={styles.bar}>
      {hasMedicines && quote.medicines > 0 ? (
        <div className={styles.barTotal}>
          <span>
            <span>{zone === null ? 'Total sans livraison' : 'Total'}</span>
            <small className={styles.commission}>
              {`dont commission (10 %) : ${formatMoney(quote.commission)}`}
            </small>
          </span>
          <span>
            {totalBefore !== null && totalBefore !== quote.total ? (
              <s className={styles.former}>{formatMoney(totalBefore)}</s>
            ) : null}
            <strong>{formatMoney(quote.total)}</strong>
          </span>
        </div>
      ) : null}
      <div className={styles.barActions}>
        {onBack === null ? null : (
          <Button variant="default" size="md" onClick={onBack} aria-label="Étape précédente">
            <IconArrowLeft size={20} aria-hidden="true" />
          </Button>
        )}
        <Button
          className={styles.go}
          variant={isLast ? variant : 'filled'}
          classNames={{ label: styles.goLabel }}
          size="md"
          loading={ordering.isChecking || (isLast && isSending)}
          onClick={isLast ? onSend : onGoOn}
        >
          {isLast ? label : 'Continuer'}
        </Button>
      </div>
    </div>
  );
}

/** An invalid field, the first button of a wrong medicine line or of a question, or the button of a missing file. */
const wrongPlaces =
  '[aria-invalid="true"], [data-wrong="true"] button, [data-asked] button, [data-missing] [data-path]';

/** After a refusal, opens the step of the first wrong field and focuses that field. */
export function useLeadToWrong(
  form: RefObject<HTMLElement | null>,
  {
    refusals,
    errors,
    lineProblems,
    hasDoubts,
  }: Pick<Ordering, 'refusals' | 'errors' | 'lineProblems' | 'hasDoubts'>,
  present: StepKey,
  goTo: (step: StepKey, options: { replace: true }) => void,
): void {
  const seen = useRef(refusals);
  const wrong = steps.find(
    ({ key, fields }) =>
      fields.some((field) => errors[field] !== undefined) ||
      (key === 'medicaments' && (lineProblems.size > 0 || hasDoubts)),
  )?.key;

  useEffect(() => {
    if (seen.current === refusals) return;
    if (wrong !== undefined && wrong !== present) {
      goTo(wrong, { replace: true });
      return;
    }
    seen.current = refusals;
    const root = form.current;
    const place = root?.querySelector<HTMLElement>(wrongPlaces);
    place?.focus();
    if (root === null || place || wrong === undefined) return;
    // The wrong field is lazy and not loaded yet: it takes the focus once mounted.
    const arrival = new MutationObserver(() => {
      const late = root.querySelector<HTMLElement>(wrongPlaces);
      if (late === null) return;
      arrival.disconnect();
      late.focus();
    });
    arrival.observe(root, { childList: true, subtree: true });
    return () => arrival.disconnect();
  }, [form, goTo, present, refusals, wrong]);
}

type OrderFormProps = {
  personId: string;
  ordering: Ordering;
  /** Notices of an earlier payment, and of the network. */
  notice: ReactNode;
  /** A payment of this order is open or under review: paying is a secondary action. */
  unsettled: 'open' | 'review' | null;
  isSending: boolean;
  /** Pays or orders; looks the code up again while one of its prices is being checked. */
  onSend: () => void;
  /** Asks somebody else to pay this order. */
  onAskRelative: () => void;
};

const everyField: readonly DraftField[] = steps.flatMap(({ fields }) => [...fields]);

/** Medicines, delivery, summary and payment: one step at a time on a phone, all at once on a wide screen. */
export function OrderForm({ personId, ordering, notice, unsettled, ...props }: OrderFormProps) {
  const { index, step, next, goTo } = useStep();
  const form = useRef<HTMLDivElement>(null);
  useLeadToWrong(form, ordering, step.key, goTo);
  const [isBusy, setBusy] = useState(false);
  const isPhoto = ordering.draft.way === 'photo';
  const online = useOnline();
  const isUploading = isPhoto && isBusy;
  // A photograph that waits for the network is stored with the order.
  const isBlocked = isUploading && online;

  const isCurrent = (key: StepKey) => step.key === key || undefined;
  // A photograph that is being uploaded is not missing.
  const checkFields = (fields: readonly DraftField[]) =>
    ordering.checkFields(fields.filter((field) => !(isUploading && field === 'what')));
  const goOn = async () => {
    if (next !== undefined && (await checkFields(step.fields))) goTo(next.key);
  };
  const send = async () => {
    // A code with a price that is being checked is only looked up again: the other fields may still be wrong.
    if (ordering.waiting.length > 0 || (await checkFields(everyField))) props.onSend();
  };

  const askRelative = async () => {
    if (await checkFields(everyField)) props.onAskRelative();
  };
  const isPayable =
    !isPhoto && !ordering.isCardAwaited && ordering.waiting.length === 0 && unsettled === null;

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
          <WhatPart personId={personId} ordering={ordering} onBusyChange={setBusy} />
        </Paper>
        <Paper component="section" className={styles.part} data-current={isCurrent('livraison')} withBorder>
          <DeliveryPart ordering={ordering} />
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
          <SummaryPart ordering={ordering} onOpen={goTo} />
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
          {isPayable && online && ordering.quote.total > 0 ? (
            <Button variant="default" size="md" fullWidth onClick={() => void askRelative()}>
              {ASK_RELATIVE}
            </Button>
          ) : null}
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
  unsettled: OrderFormProps['unsettled'],
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
