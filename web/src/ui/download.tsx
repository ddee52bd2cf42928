import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { Button, type ButtonProps, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { toast } from '../lib/toast.tsx';

/** Reads what a signed link opens. @throws only `ApiError` */
export async function fetchFile(url: string): Promise<Blob> {
  const response = await fetch(url, {}).catch(() => {
    throw ApiError.network();
  });
  if (!response.ok) throw ApiError.from(response.status, await response.json().catch(() => undefined));
  return response.blob();
}

/** Lets the browser save a file under this name. */
export function saveFile(contents: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  // The browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

type SaveProps = ButtonProps & {
  read: () => Promise<Blob>;
  /** The file's name, with its extension. */
  name: () => string;
  /** The message once it is saved, if one is needed. */
  saved?: string;
  /** Said while it is read, if it may take long. */
  waiting?: string;
  'aria-label'?: string;
};

/** Reads a file and saves it. */
export function SaveButton({ read, name, saved, waiting, ...button }: SaveProps) {
  const download = useMutation({
    mutationFn: read,
    onSuccess: (contents) => {
      saveFile(contents, name());
      if (saved !== undefined) toast.success(saved);
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur lors du téléchargement')),
  });
  return (
    <>
      <Button
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate()}
        {...button}
      />
      {waiting !== undefined && download.isPending ? (
        <Text size="sm" c="dimmed" role="status">
          {waiting}
        </Text>
      ) : null}
    </>
  );
}

type Props = ButtonProps & {
  /** The content of the file, for screen readers: « les commandes ». */
  what: string;
  /** The file's name without day and extension: « commandes ». */
  name: string;
  read: () => Promise<Blob>;
  /** Seen, where several lists can be downloaded. */
  label?: string;
};

/** Downloads a list as CSV; the day is in the file's name. */
export function DownloadButton({ what, name, read, label = 'Télécharger (CSV)', ...button }: Props) {
  return (
    <SaveButton
      variant="subtle"
      read={read}
      name={() => `${name}-${dayInBenin(new Date())}.csv`}
      aria-label={`Télécharger ${what} (CSV)`}
      {...button}
    >
      {label}
    </SaveButton>
  );
}
