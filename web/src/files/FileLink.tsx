import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import styles from './Viewer.module.css';

const Viewer = lazyWithRetry(() => import('./Viewer.tsx').then((module) => module.Viewer), {
  height: 240,
});

type Props = {
  fileKey: string;
  /** Its accessible name: « Ordonnance ». */
  name: string;
  /** In a dialog it takes the height of the screen. */
  inDialog?: boolean;
};

/** An image or a PDF by its key, with zoom, rotation and pages. */
export function FileView({ fileKey, name, inDialog = false }: Props) {
  return (
    <div className={styles.place} data-dialog={inDialog || undefined}>
      <Viewer key={fileKey} fileKey={fileKey} name={name} />
    </div>
  );
}

type FileLinkProps = {
  fileKey: string;
  /** The title of the dialog: « Ordonnance », « Carte d’assurance ». */
  name: string;
  /** The button: « Voir le fichier ordonnancé ». */
  label: string;
  /** Its search param (`?fichier=1`), different for each link of a page. */
  param?: string;
};

/** A button that opens a file in a dialog. */
export function FileLink({ fileKey, name, label, param = 'fichier' }: FileLinkProps) {
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
