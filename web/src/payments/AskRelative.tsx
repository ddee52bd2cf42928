import { formatMoney } from '@amasin/domain/contract/format.ts';
import { payLinkLabels } from '@amasin/domain/payments/pay-link.ts';
import type { PayLink } from '@amasin/domain/payments/pay-request.ts';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { lazyDialog } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { type LinkRequest, usePayLinks, useWithdraw } from './pay-link-api.ts';
import { ReceivedLines } from './received.tsx';

// Few ask somebody else, and it brings the drawing of QR codes.
const LinkDialog = lazyDialog(() => import('./LinkDialog.tsx').then((module) => module.LinkDialog));

type Input = {
  personId: string;
  /** The id of the basket, or of the order. */
  basket: string;
  request: LinkRequest;
  onRefused?: (error: Error) => void;
  /** Called when the customer goes to the order that somebody else has paid; none where it is shown already. */
  onPaid?: () => void;
};

/** Lets the customer ask somebody else to pay: `ask` opens the dialog with the link, `view` says what became of it. */
export function useAskRelative({ personId, basket, request, onRefused, onPaid }: Input): {
  ask: () => void;
  view: ReactNode;
} {
  const dialog = useDialogUrl('proche');
  const links = usePayLinks(basket);
  const open = links.find(({ state }) => state === 'open') ?? null;
  const paid = links.filter(({ received }) => received.length > 0);
  return {
    ask: () => dialog.open(),
    view: (
      <>
        {paid.map((link) => (
          <PaidNotice key={link._id} link={link} {...(onPaid && { onPaid })} />
        ))}
        {open === null ? null : <OpenNotice link={open} onShow={() => dialog.open()} />}
        <LinkDialog
          opened={dialog.opened}
          onClose={dialog.close}
          personId={personId}
          link={open}
          request={request}
          {...(onRefused && { onRefused })}
        />
      </>
    ),
  };
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
