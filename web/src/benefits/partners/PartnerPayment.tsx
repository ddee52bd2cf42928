import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { operatorLabels } from '@amasin/domain/payments/operators.ts';
import { Button } from '@mantine/core';
import { countOf, formatPhone } from '../../lib/format.ts';
import { toast } from '../../lib/toast.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { formatFcfa } from '../amount.ts';
import type { Payout } from '../api.ts';
import { useCloseStale } from '../use-close-stale.ts';
import styles from './PartnerPayment.module.css';
import { atOnce, sumOf } from './partner-filters.ts';

type Props = {
  selected: readonly PartnerBenefit[];
  payment: { isPending: boolean; mutate: (payouts: Payout[]) => void };
  dialog: ReturnType<typeof useDialogUrl>;
};

export const usePartnerDialog = () => useDialogUrl('pay-partners');

/** The selected partners, their total, and the button that opens the confirmation. */
export function PartnerPayment({ selected: partners, payment, dialog }: Props) {
  const selected = partners.map((one) => ({ ...one, amount: atOnce(one) }));
  const total = sumOf(selected);
  useCloseStale(dialog, selected.length > 0);
  const ask = () => {
    if (selected.length === 0) toast.error('Veuillez sélectionner au moins un partenaire');
    else dialog.open();
  };
  return (
    <>
      <div className={styles.footer} data-selected={selected.length > 0 || undefined}>
        <div role="status">
          <div className={styles.chosenCount}>
            {selected.length === 0 ? 'Aucun partenaire sélectionné' : countOf(selected.length, 'partenaire')}
          </div>
          <div className={styles.sum}>
            <span className={styles.sumLabel}>Total à payer </span>
            <Money amount={total} total />
          </div>
        </div>
        <Button className={styles.pay} size="md" onClick={ask} loading={payment.isPending}>
          Payer sélectionnés
        </Button>
      </div>
      <ConfirmDialog
        opened={dialog.opened && selected.length > 0}
        onClose={dialog.close}
        question={`Payer ${formatFcfa(total)} à ${countOf(selected.length, 'partenaire')}\u00a0?`}
        confirmLabel="Payer"
        pending={payment.isPending}
        onConfirm={() => payment.mutate(selected.map(({ idPartner, amount }) => ({ idPartner, amount })))}
      >
        <ul className={styles.payouts}>
          {selected.map(({ idPartner, name, amount, account }) => (
            <li key={idPartner}>
              <span>
                <span>{name}</span>
                {account === undefined ? null : (
                  <span className={styles.where}>{whereOf(account, amount)}</span>
                )}
              </span>
              <span className={styles.payoutAmount}>{formatFcfa(amount)}</span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}

/** Sent by the provider, or to be paid by hand there. */
function whereOf(
  { operator, phone, isSent, maxAmount }: NonNullable<PartnerBenefit['account']>,
  amount: number,
): string {
  const account = `${operatorLabels[operator]}, ${formatPhone(phone)}`;
  if (!isSent) return `à payer sur ${account}`;
  return `envoyé sur ${account}${amount === maxAmount ? ' ; le plus qui puisse l’être en une fois' : ''}`;
}
