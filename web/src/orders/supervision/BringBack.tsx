import type { Order } from '@amasin/domain/orders/order.ts';
import {
  type MedicinePlace,
  medicinePlaceLabels,
  medicinePlaces,
  type ReturnReason,
  returnLabels,
  returnReasons,
} from '@amasin/domain/orders/reasons.ts';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useBringBack } from './api.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';

/** « À livrer de nouveau » for an order that could not be handed over: where its medicines are, and why. */
export function BringBack({ order }: { order: Order }) {
  const [reason, setReason] = useState<ReturnReason>('customer-absent');
  const [medicinesAt, setMedicinesAt] = useState<MedicinePlace>('pharmacy');
  const [opened, setOpened] = useState(false);
  const bringBack = useBringBack(order._id);
  const close = () => setOpened(false);
  const courier = order.deliveryPerson?.name ?? 'Le livreur';
  return (
    <>
      <ReasonDetails
        summary="Pas remise : à livrer de nouveau"
        reasons={returnReasons}
        labels={returnLabels}
        pending={bringBack.isPending}
        onChoose={(chosen) => {
          setReason(chosen);
          setOpened(true);
        }}
      >
        <Radio.Group
          label="Où sont les médicaments ?"
          value={medicinesAt}
          onChange={(value) => setMedicinesAt(value === 'courier' ? 'courier' : 'pharmacy')}
        >
          <Stack gap={4} mt={4}>
            {medicinePlaces.map((place) => (
              <Radio key={place} value={place} label={medicinePlaceLabels[place]} />
            ))}
          </Stack>
        </Radio.Group>
      </ReasonDetails>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        question="Livrer cette commande de nouveau ?"
        confirmLabel="Livrer de nouveau"
        pending={bringBack.isPending}
        onConfirm={() => bringBack.mutate({ reason, medicinesAt }, { onSettled: close })}
      >
        <Stack gap={8} c="var(--mantine-color-text)">
          <span>{`${order.number} · ${returnLabels[reason]}`}</span>
          <span>
            {`${courier} n’a plus cette livraison : assignez ensuite un livreur. Le client, la pharmacie et ${courier} sont prévenus.`}
          </span>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
