import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Notice } from '../../../ui/Notice.tsx';

/** The server's total differs from the one shown: an alert that takes the focus. */
export function AmountChanged({ total }: { total: Fcfa }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Notice
      ref={alert}
      tabIndex={-1}
      role="alert"
      tone="amber"
      icon={IconAlertTriangle}
    >{`Le montant a changé : ${formatMoney(total)}. Veuillez vérifier puis confirmer.`}</Notice>
  );
}
