import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';

const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx').then((module) => module.ImportDialog));

type Props = { list: ImportedListName; label: string };

/** Opens the import of a list from a file. */
export function ImportButton({ list, label }: Props) {
  const { opened, open, close } = useDialogUrl('import');
  return (
    <>
      <Button
        variant="default"
        mt="md"
        leftSection={<IconFileImport size={20} aria-hidden="true" />}
        onClick={() => open()}
      >
        {label}
      </Button>
      <ImportDialog list={list} opened={opened} onClose={close} />
    </>
  );
}
