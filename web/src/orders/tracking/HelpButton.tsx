import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';

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
