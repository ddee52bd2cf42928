import { formatMoney } from '@amasin/domain/contract/format.ts';
import { payLinkLabels } from '@amasin/domain/payments/pay-link.ts';
import type { PayLink } from '@amasin/domain/payments/pay-request.ts';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatMoment } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { lazyDialog } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { useDialogUrl } from '../ui/use-dialog-url.ts';
import { type LinkRequest, usePayLinks, useWithdraw } from './pay-link-api.ts';
import { ReceivedLines } from './received.tsx';

// Few ask somebody else, and it brings the drawing of QR codes.
const LinkDialog = lazyDialog(() => import('./LinkDialog.tsx').then((module) => module.LinkDialog));

export type AskRelativeProps = {
  personId: string;
  /** The id of the basket, or of the order. */
  basket: string;
  request: LinkRequest;
  onRefused?: (error: Error) => void;
  /** Called when the customer goes to the order that somebody else has paid; none where it is shown already. */
  onPaid?: () => void;
  dialog: ReturnType<typeof useDialogUrl>;
};

/** What became of the links by which the customer asked somebody else to pay, and the dialog that gives one. */
export function AskRelative({ basket, onPaid, dialog, ...making }: AskRelativeProps) {
  const links = usePayLinks(basket);
  const open = links.find(({ state }) => state === 'open') ?? null;
  const paid = links.filter(({ received }) => received.length > 0);
  return (
    <>
      {paid.map((link) => (
        <PaidNotice key={link._id} link={link} {...(onPaid && { onPaid })} />
      ))}
      {open === null ? null : <OpenNotice link={open} onShow={() => dialog.open()} />}
      <LinkDialog opened={dialog.opened} onClose={dialog.close} link={open} {...making} />
    </>
  );
}

function OpenNotice({ link, onShow }: { link: PayLink; onShow: () => void }) {
  const now = useNow();
  const withdraw = useWithdraw();
  return (
    <Notice tone="blue" icon={IconUsers} title="Demandé à un proche">
      <span>{`${formatMoney(link.amount)}, jusqu’au ${formatMoment(new Date(link.until), now)}. Vous pouvez aussi payer vous-même.`}</span>
      <Button variant="default" fullWidth onClick={onShow}>
        Voir le lien
      </Button>
      <Button variant="subtle" fullWidth loading={withdraw.isPending} onClick={() => withdraw.mutate(link)}>
        Retirer la demande
      </Button>
    </Notice>
  );
}

/** Who paid by a link, by two digits, and what became of the money. */
function PaidNotice({ link, onPaid }: { link: PayLink; onPaid?: () => void }) {
  const isPaid = link.received.some(({ state }) => state === 'paid');
  return (
    <Notice
      tone={isPaid ? 'teal' : 'amber'}
      icon={IconUsers}
      role="status"
      title={`Par un proche : ${payLinkLabels[link.state]}`}
    >
      <ReceivedLines received={link.received} />
      {isPaid && link.orderId !== null && onPaid !== undefined ? (
        <Button component={Link} to={`/tracking?order=${link.orderId}`} fullWidth onClick={onPaid}>
          Voir la commande
        </Button>
      ) : null}
    </Notice>
  );
}
