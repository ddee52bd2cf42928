import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { useDialogUrl } from '../../../ui/dialog/use-dialog-url.ts';
import { lazyDialog } from '../../../ui/loading/lazy.tsx';

const HelpDialog = lazyDialog(() => import('./HelpDialog.tsx').then((module) => module.HelpDialog));

/** « Besoin d’aide »: a dialog with its own URL. */
export function HelpButton({ order }: { order: Order }) {
  const { opened, open, close } = useDialogUrl('aide');
  return (
    <>
      <Button variant="default" onClick={() => open()}>
        Besoin d’aide
      </Button>
      <HelpDialog order={order} opened={opened} onClose={close} />
    </>
  );
}
