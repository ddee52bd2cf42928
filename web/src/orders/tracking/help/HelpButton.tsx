import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { useDialogUrl } from '../../../ui/dialog/use-dialog-url.ts';
import { LazyDialog } from '../../../ui/loading/LazyComponent.tsx';

const load = () => import('./HelpDialog.tsx').then(({ HelpDialog }) => HelpDialog);

/** « Besoin d’aide »: a dialog with its own URL. */
export function HelpButton({ order }: { order: Order }) {
  const { opened, open, close } = useDialogUrl('aide');
  return (
    <>
      <Button variant="default" onClick={() => open()}>
        Besoin d’aide
      </Button>
      <LazyDialog load={load} props={{ order, opened, onClose: close }} opened={opened} onClose={close} />
    </>
  );
}
