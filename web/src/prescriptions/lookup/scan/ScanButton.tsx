import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogUrl } from '../../../ui/dialog/use-dialog-url.ts';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';

// Lazy: the QR decoder is 40 kB.
const load = () => import('./Scanner.tsx').then(({ Scanner }) => Scanner);

/** Opens the camera in a dialog, and passes on the scanned number. */
export function ScanButton({ onScan }: { onScan: (number: string) => void }) {
  const { opened, open, close } = useDialogUrl('scan');
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconQrcode size={20} aria-hidden="true" />}
        onClick={() => open()}
      >
        Scanner le code QR
      </Button>
      <ResponsiveDialog opened={opened} onClose={close} title="Scanner le code QR">
        <LazyComponent
          load={load}
          height={280}
          props={{
            onScan: (number) => {
              onScan(number);
              close();
            },
          }}
        />
      </ResponsiveDialog>
    </>
  );
}
