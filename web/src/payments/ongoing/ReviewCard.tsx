import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';
import { Button } from '@mantine/core';
import { IconPhone, IconShieldSearch } from '@tabler/icons-react';
import { contact } from '../../lib/contact/contact.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { formatPhone, telephoneAddress } from '../../lib/format/phone.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';

/** A payment under review: its number, and the telephone of support. */
export function ReviewCard({ payment }: { payment: OngoingPayment }) {
  return (
    <Notice tone="amber" icon={IconShieldSearch} role="status" title="Paiement à vérifier">
      <span>
        Votre paiement de {formatMoney(payment.amount)} est arrivé, mais il ne correspond pas à ce qui était
        dû. Notre équipe le vérifie et vous appelle : ne payez pas une deuxième fois.
      </span>
      <span style={{ overflowWrap: 'anywhere' }}>Numéro : {payment.transactionId}</span>
      <Button
        component="a"
        href={telephoneAddress(contact.phone) ?? ''}
        aria-label={`Appeler le ${formatPhone(contact.phone)}`}
        fullWidth
        leftSection={<IconPhone size={20} stroke={1.75} aria-hidden="true" />}
      >
        {formatPhone(contact.phone)}
      </Button>
    </Notice>
  );
}
