import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { ResponsiveDialog } from '../../../ui/dialog.tsx';
import { lazyWithRetry } from '../../../ui/lazy.tsx';
import { useDialogUrl } from '../../../ui/use-dialog-url.ts';

// The QR decoder is 40 kB.
const Scanner = lazyWithRetry(() => import('./Scanner.tsx').then((module) => module.Scanner), {
  height: 280,
});

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
        <Scanner
          onScan={(number) => {
            onScan(number);
            close();
          }}
        />
      </ResponsiveDialog>
    </>
  );
}
