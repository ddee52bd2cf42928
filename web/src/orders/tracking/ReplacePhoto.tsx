import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { photoProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { FilePicker } from '../../files/FilePicker.tsx';
import { call } from '../../lib/call.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useOrderChange } from '../api.ts';

/** Why the photograph of the prescription cannot be read, and another one in its place. */
export function ReplacePhoto({ order: { _id: id, photoProblem } }: { order: Order }) {
  const replace = useOrderChange({
    mutationFn: (url: string) =>
      call(orderEndpoints.replacePhoto, { params: { id }, body: { url } }).then(({ order }) => order),
    done: 'Photo envoyée',
    failed: 'Erreur lors de la mise à jour',
  });
  const [url, setUrl] = useState<string | null>(null);
  if (!photoProblem) return null;
  return (
    <Notice
      tone="amber"
      icon={IconCamera}
      title={`Votre photo ne peut pas être lue : ${photoProblemLabels[photoProblem].toLowerCase()}`}
    >
      Posez l’ordonnance à plat, en pleine lumière, et prenez-la en entier.
      <FilePicker
        label="Nouvelle photo"
        category="prescription"
        value={url}
        onChange={(key) => {
          setUrl(key);
          // At once: « Fichier envoyé » already says that it is sent.
          if (key !== null) replace.mutate(key);
        }}
      />
      {url !== null && (replace.isPending || replace.isError) ? (
        <Button color="soleil" fullWidth loading={replace.isPending} onClick={() => replace.mutate(url)}>
          Envoyer cette photo
        </Button>
      ) : null}
    </Notice>
  );
}
