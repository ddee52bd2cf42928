import type { Order } from '@amasin/domain/orders/order.ts';
import { type Fault, faultLabels, faults } from '@amasin/domain/reports/kinds.ts';
import { Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { FilePicker } from '../files/FilePicker.tsx';
import { ApiError, fieldErrors } from '../lib/api-error.ts';
import { ResponsiveDialog } from '../ui/dialog.tsx';
import { useSendReport } from './api.ts';
import { ReportedMedicines } from './ReportedMedicines.tsx';

type Props = { order: Order; opened: boolean; onClose: () => void };

/** « La boîte est anormale »: what is wrong with it, its batch and a photograph. */
export function BoxDialog({ order, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="La boîte est anormale">
      <BoxForm order={order} onClose={onClose} />
    </ResponsiveDialog>
  );
}

function BoxForm({ order, onClose }: Omit<Props, 'opened'>) {
  const items = order.prescription?.items ?? [];
  const only = items.length === 1 ? items.map(({ medicationId }) => medicationId) : [];
  const [medications, setMedications] = useState<string[]>(only);
  const [fault, setFault] = useState<Fault | null>(null);
  const [words, setWords] = useState('');
  const [batch, setBatch] = useState('');
  const [photo, setPhoto] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);
  const send = useSendReport(order._id, onClose);
  const errors = send.error instanceof ApiError ? fieldErrors(send.error) : {};
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Without a fault the server asks for one.
        send.mutate({ kind: 'box', medications, fault: fault as Fault, words, batch, photo });
      }}
    >
      <Stack gap="md">
        <Text>N’en prenez pas, et gardez la boîte. Le pharmacien vous rappelle.</Text>
        <ReportedMedicines
          order={order}
          value={medications}
          error={errors.medications}
          onChange={setMedications}
        />
        <Radio.Group
          label="Qu’est-ce qui est anormal ?"
          value={fault ?? ''}
          error={errors.fault}
          onChange={(value) => setFault(faults.find((one) => one === value) ?? null)}
        >
          <Stack gap={8} mt={8}>
            {faults.map((one) => (
              <Radio key={one} value={one} label={faultLabels[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Précisions (facultatif)"
          rows={2}
          maxLength={1000}
          value={words}
          error={errors.words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <TextInput
          label="Numéro de lot (facultatif)"
          description="Sur la boîte, après « Lot » ou « Batch »."
          maxLength={60}
          value={batch}
          error={errors.batch}
          onChange={({ currentTarget }) => setBatch(currentTarget.value)}
        />
        <FilePicker
          label="Photo de la boîte (facultatif)"
          category="report"
          value={photo}
          onChange={setPhoto}
          onBusyChange={setUploading}
          error={errors.photo}
        />
        <Button type="submit" size="md" fullWidth loading={send.isPending} disabled={isUploading}>
          Envoyer au pharmacien
        </Button>
      </Stack>
    </form>
  );
}
