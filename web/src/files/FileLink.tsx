import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { FileView } from './FileView.tsx';

type Props = {
  fileKey: string;
  /** The title of the dialog: « Ordonnance », « Carte d’assurance ». */
  name: string;
  /** The button: « Voir le fichier ordonnancé ». */
  label: string;
  /** Its search param (`?fichier=1`), different for each link of a page. */
  param?: string;
};

/** A button that opens a file in a dialog. */
export function FileLink({ fileKey, name, label, param = 'fichier' }: Props) {
  const { opened, open, close } = useDialogUrl(param);
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconFileSearch size={20} aria-hidden="true" />}
        onClick={() => open()}
      >
        {label}
      </Button>
      <ResponsiveDialog opened={opened} onClose={close} title={name} size="xl">
        <FileView fileKey={fileKey} name={name} inDialog />
      </ResponsiveDialog>
    </>
  );
}
