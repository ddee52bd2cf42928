import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';

// Lazy: the QR decoder has 40 kB.
const load = () => import('./Scanner.tsx').then(({ Scanner }) => Scanner);

/** Opens the camera in a dialog, and passes on the scanned number. */
export function ScanButton({ onScan }: { onScan: (number: string) => void }) {
  const { opened, open, close } = useDialogAddress('scan');
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
        <LazyPart
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
