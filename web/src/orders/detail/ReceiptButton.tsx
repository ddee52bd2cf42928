import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.tsx';
import { fetchFile, saveFile } from '../../ui/download.tsx';

/** Downloads the receipt of a paid order as a PDF; nothing before it is paid. */
export function ReceiptButton({ order: { _id, number, paidAt } }: { order: Order }) {
  const name = `recu-${number}.pdf`;
  const download = useMutation({
    mutationFn: async () => {
      const { url } = await call(orderEndpoints.printReceipt, { params: { id: _id } });
      saveFile(await fetchFile(url), name);
    },
    onSuccess: () => toast.success(`Reçu téléchargé : ${name}`),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors du téléchargement')),
  });
  if (paidAt === null) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Télécharger le reçu (PDF)
    </Button>
  );
}
