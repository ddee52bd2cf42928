import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { Button, FileButton, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { sendForm } from '../../lib/send-form.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useOrderChange } from '../api.ts';

/** A photograph of a handover without a code: the door or the parcel, sent at once; without a network the reason is enough. */
export function HandoverPhoto({ orderId }: { orderId: string }) {
  const online = useOnline();
  const send = useOrderChange({
    mutationFn: async (picture: File) => {
      const { prepareFile } = await import('../../files/prepare-file.ts');
      const form = new FormData();
      form.set('file', await prepareFile(picture));
      return (await sendForm(orderEndpoints.photographHandover, { id: orderId }, form)).order;
    },
    done: 'Photo envoyée',
    failed: 'La photo n’a pas été envoyée',
  });
  return (
    <>
      <FileButton accept="image/*" capture="environment" onChange={(file) => file && send.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            fullWidth
            mih={44}
            disabled={!online}
            loading={send.isPending}
            leftSection={<IconCamera size={20} aria-hidden="true" />}
          >
            {send.isSuccess ? 'Photo envoyée : en prendre une autre' : 'Photographier la remise'}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {online
          ? 'La porte ou le colis, jamais un visage ni une ordonnance. Effacée après 30 jours.'
          : 'Sans réseau, le motif suffit.'}
      </Text>
    </>
  );
}
