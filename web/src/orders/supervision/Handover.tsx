import { unprovenLabels } from '@amasin/domain/orders/handover.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { IconHourglass, IconShieldQuestion } from '@tabler/icons-react';
import { FileLink } from '../../files/FileLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DateTime } from '../../ui/text.tsx';

/** That an order was handed over without its code, and why; or that its courier waits at the door (rules 51 and 59). */
export function Handover({ order: { handover, waiting, deliveryPerson } }: { order: Order }) {
  if (waiting?.since)
    return (
      <Notice
        tone="amber"
        icon={IconHourglass}
        title={`${deliveryPerson?.name ?? 'Le livreur'} attend devant la porte`}
      >
        <span>
          <span>Depuis</span> <DateTime at={waiting.since} absolute />
        </span>
      </Notice>
    );
  if (!handover || handover.proven) return null;
  return (
    <Notice tone="amber" icon={IconShieldQuestion} title="Remise non prouvée">
      {handover.photo === null ? null : (
        <FileLink fileKey={handover.photo} name="Remise" label="Voir la photo" param="photo-remise" />
      )}
      <span>{handover.reason === null ? 'Sans code ni motif.' : `${unprovenLabels[handover.reason]}.`}</span>
    </Notice>
  );
}
