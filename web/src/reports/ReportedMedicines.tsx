import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Checkbox, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

type Props = {
  order: Order;
  value: string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
};

/** Which medicines of the order a report is about. */
export function ReportedMedicines({ order, value, error, onChange }: Props) {
  const items = order.prescription?.items ?? [];
  // Medicines are not stored on the device.
  if (items.length === 0) return <Text c="dimmed">Vos médicaments s’affichent au retour du réseau.</Text>;
  return (
    <Checkbox.Group label="Quel médicament ?" value={value} error={error} onChange={onChange}>
      <Stack gap={8} mt={8}>
        {items.map(({ medicationId, label, form }) => (
          <Checkbox
            key={medicationId}
            value={medicationId}
            label={label}
            description={form && medicationFormLabels[form]}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
