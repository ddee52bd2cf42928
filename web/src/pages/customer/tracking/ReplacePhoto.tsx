import { Button } from '@mantine/core';
import { useState } from 'react';
import { FilePicker } from '../../../files/FilePicker.tsx';
import { useReplacePhoto } from '../../../orders/tracking/replace-photo.ts';

/** Another photograph of the prescription, in place of one that cannot be read. */
export function ReplacePhoto({ id }: { id: string }) {
  const replace = useReplacePhoto(id);
  const [url, setUrl] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <FilePicker
        label="Nouvelle photo"
        category="prescription"
        value={url}
        onChange={setUrl}
        onBusyChange={setBusy}
      />
      {url === null ? null : (
        <Button
          color="soleil"
          fullWidth
          disabled={isBusy}
          loading={replace.isPending}
          onClick={() => replace.mutate(url)}
        >
          Envoyer cette photo
        </Button>
      )}
    </>
  );
}
