import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { saveFile } from './save-file.ts';

type Props = ButtonProps & {
  /** What it contains, for screen readers: « les commandes ». */
  what: string;
  /** Of the file, without day and extension: « commandes ». */
  name: string;
  read: () => Promise<Blob>;
  /** Seen, where several lists can be downloaded. */
  label?: string;
};

/** Downloads a list as CSV; the day is in the file's name. */
export function DownloadButton({ what, name, read, label = 'Télécharger (CSV)', ...button }: Props) {
  const download = useMutation({
    mutationFn: read,
    onSuccess: (contents) => saveFile(contents, `${name}-${dayInBenin(new Date())}.csv`),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors du téléchargement')),
  });
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
      aria-label={`Télécharger ${what} (CSV)`}
      {...button}
    >
      {label}
    </Button>
  );
}
