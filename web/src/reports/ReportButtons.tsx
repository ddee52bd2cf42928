import type { Order } from '@amasin/domain/orders/order.ts';
import { type ReportKind, reportKindLabels } from '@amasin/domain/reports/kinds.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { DateTime } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useOwnReports } from './api.ts';
import { BoxDialog } from './BoxDialog.tsx';
import { ReactionDialog } from './ReactionDialog.tsx';

const said: Readonly<Record<'new' | 'taken' | 'declared' | 'closed', string>> = {
  new: 'le pharmacien va le lire',
  taken: 'le pharmacien s’en occupe',
  declared: 'déclaré à l’autorité',
  closed: 'suivi terminé',
};

/** « Je réagis mal » and « La boîte est anormale » about a delivered order, and what was reported of it. */
export function ReportButtons({ order }: { order: Order }) {
  const dialog = useDialogUrl('signaler');
  const { data: reports = [] } = useOwnReports(order._id);
  // Who reacts badly without a network opens it all the same.
  useEffect(() => ResponsiveDialog.preload(), []);
  const kind = dialog.value as ReportKind | null;
  return (
    <Stack gap={8}>
      <Button variant="default" fullWidth onClick={() => dialog.open('reaction')}>
        Je réagis mal
      </Button>
      <Button variant="default" fullWidth onClick={() => dialog.open('box')}>
        La boîte est anormale
      </Button>
      {reports.map(({ _id, kind: what, createdAt, medicines, state }) => (
        <Text key={_id} size="sm" c="dimmed">
          <span>{`${reportKindLabels[what]} (${medicines.join(', ')}), ${said[state]} :`}</span>{' '}
          <DateTime at={createdAt} />
        </Text>
      ))}
      <ReactionDialog order={order} opened={kind === 'reaction'} onClose={dialog.close} />
      <BoxDialog order={order} opened={kind === 'box'} onClose={dialog.close} />
    </Stack>
  );
}
