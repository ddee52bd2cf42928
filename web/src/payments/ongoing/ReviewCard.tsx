import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { Button } from '@mantine/core';
import { IconPhone, IconShieldSearch } from '@tabler/icons-react';
import { contact } from '../../lib/contact.ts';
import { formatPhone, telephoneUrl } from '../../lib/format.ts';
import { Notice } from '../../ui/Notice.tsx';

/** A payment under review: the reason, its number, and the phone number of support. */
export function ReviewCard({ payment }: { payment: Payment }) {
  const { title, text } = describe(payment);
  return (
    <Notice tone="amber" icon={IconShieldSearch} role="status" title={title}>
      <span>{text}</span>
      <span style={{ overflowWrap: 'anywhere' }}>{`Numéro : ${payment.transactionId}`}</span>
      <Button
        component="a"
        href={telephoneUrl(contact.phone) ?? ''}
        aria-label={`Appeler le ${formatPhone(contact.phone)}`}
        fullWidth
        leftSection={<IconPhone size={20} stroke={1.75} aria-hidden="true" />}
      >
        {formatPhone(contact.phone)}
      </Button>
    </Notice>
  );
}

const CHECKED = 'Notre équipe le vérifie et vous appelle : ne payez pas une deuxième fois.';
const REFUND = 'Notre équipe vous appelle pour vous le rembourser.';

function describe({ amount, reviewReason }: Payment): { title: string; text: string } {
  const checked = (text: string) => ({ title: 'Paiement à vérifier', text: `${text} ${CHECKED}` });
  const refund = (text: string) => ({ title: 'Paiement à rembourser', text: `${text} ${REFUND}` });
  const paid = `Votre paiement de ${formatMoney(amount)}`;
  switch (reviewReason) {
    case 'amount':
      return checked(
        `L’opérateur confirme votre paiement, mais pas le montant dû de ${formatMoney(amount)}.`,
      );
    case 'reference':
      return checked(
        'L’opérateur confirme votre paiement, mais sa référence manque ou appartient à un autre paiement.',
      );
    case 'paid-twice':
      return refund(`${paid} est arrivé, mais la commande était déjà payée par un autre paiement.`);
    case 'prescription-changed':
      return refund(
        `${paid} est arrivé, mais l’ordonnance avait changé ou n’était plus disponible : rien n’a été commandé.`,
      );
    case 'order-changed':
      return refund(`${paid} est arrivé, mais la commande avait changé ou était déjà payée.`);
    case 'customer-removed':
      return {
        title: 'Paiement à rembourser',
        text: `${paid} est arrivé après la suppression de votre compte : il doit vous être remboursé.`,
      };
    case undefined:
      return checked(`${paid} est arrivé.`);
  }
}
