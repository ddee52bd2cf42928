import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { Button } from '@mantine/core';
import { countOf } from '../../lib/format/money.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { Money } from '../../ui/text/Money.tsx';
import { formatFcfa } from '../amount.ts';
import type { Payout } from '../api.ts';
import { useCloseStray } from '../use-close-stray.ts';
import styles from './PartnerPayment.module.css';
import { sumOf } from './partner-filters.ts';

type Props = {
  chosen: readonly PartnerBenefit[];
  payment: { isPending: boolean; mutate: (payouts: Payout[]) => void };
  dialog: ReturnType<typeof useDialogAddress>;
};

export const usePartnerDialog = () => useDialogAddress('pay-partners');

/** Stays in sight below the list: what is selected, what it makes, and the button that asks before paying. */
export function PartnerPayment({ chosen, payment, dialog }: Props) {
  const total = sumOf(chosen);
  useCloseStray(dialog, chosen.length > 0);
  const ask = () => {
    if (chosen.length === 0) toast.error('Veuillez sélectionner au moins un partenaire');
    else dialog.open();
  };
  return (
    <>
      <div className={styles.footer} data-chosen={chosen.length > 0 || undefined}>
        <div role="status">
          <div className={styles.chosenCount}>
            {chosen.length === 0 ? 'Aucun partenaire sélectionné' : countOf(chosen.length, 'partenaire')}
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
        opened={dialog.opened && chosen.length > 0}
        onClose={dialog.close}
        question={`Payer ${formatFcfa(total)} à ${countOf(chosen.length, 'partenaire')}\u00a0?`}
        confirmLabel="Payer"
        pending={payment.isPending}
        onConfirm={() => payment.mutate(chosen.map(({ idPartner, amount }) => ({ idPartner, amount })))}
      >
        <ul className={styles.payouts}>
          {chosen.map(({ idPartner, name, amount }) => (
            <li key={idPartner}>
              <span>{name}</span>
              <span className={styles.payoutAmount}>{formatFcfa(amount)}</span>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
