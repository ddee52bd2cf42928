import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { call } from '../../lib/call.ts';
import { fetchFile, SaveButton } from '../../ui/download.tsx';

/** Downloads the receipt of a paid order as a PDF; nothing before it is paid. */
export function ReceiptButton({ order: { _id, number, paidAt } }: { order: Order }) {
  if (paidAt === null) return null;
  const name = `recu-${number}.pdf`;
  const read = async () => {
    const { url } = await call(orderEndpoints.printReceipt, { params: { id: _id } });
    return fetchFile(url);
  };
  return (
    <SaveButton variant="default" read={read} name={() => name} saved={`Reçu téléchargé : ${name}`}>
      Télécharger le reçu (PDF)
    </SaveButton>
  );
}
