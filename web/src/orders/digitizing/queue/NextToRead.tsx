import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useOrders } from '../../api.ts';
import { useOpenOrder } from '../../browsing/use-open-order.ts';
import { queueStart, readingOf } from './queue.ts';

/** Link to the next order to be read. */
export function NextToRead({ openId }: { openId: string }) {
  const { rows: orders } = useOrders(queueStart);
  const { linkTo } = useOpenOrder();
  const next = orders.find((order) => order._id !== openId && readingOf(order) === 'to-read');
  if (next === undefined) return null;
  return (
    <div>
      <Button
        component={Link}
        {...linkTo(next._id)}
        rightSection={<IconArrowRight size={20} aria-hidden="true" />}
      >
        Lire la suivante
      </Button>
    </div>
  );
}
