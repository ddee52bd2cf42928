import type { Order } from '@amasin/domain/orders/order.ts';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useOpenOrder } from '../browsing/use-open-order.ts';
import { prescriptionFile } from '../detail/file-link.ts';

/** From the list straight to the paper: the order opens, and its file over it. */
export function PrescriptionLink({ order }: { order: Order }) {
  const { to, ...link } = useOpenOrder().linkTo(order._id);
  const search = new URLSearchParams(typeof to === 'string' ? to : to.search);
  search.set(prescriptionFile.address, '1');
  return (
    <Anchor
      component={Link}
      to={{ search: search.toString() }}
      {...link}
      preventScrollReset
      aria-label={`Ordonnance physique de ${order.number}`}
    >
      Ordonnance
    </Anchor>
  );
}
