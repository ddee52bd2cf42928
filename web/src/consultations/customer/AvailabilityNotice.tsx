import { Text } from '@mantine/core';
import { IconMessageCircle, IconMoon } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';
import { useAvailability } from '../api.ts';

const ANNOUNCED = 'Votre message est gardé, et la réponse vous est annoncée par notification et par SMS.';

/** Shows the customer, before they write, whether a doctor is available now. */
export function AvailabilityNotice() {
  const { data } = useAvailability();
  if (data === undefined) return <Notice tone="neutral" icon={IconMessageCircle} title={ANNOUNCED} />;
  if (!data.available) {
    return (
      <Notice tone="amber" icon={IconMoon} title="Aucun médecin n’est là pour le moment" role="status">
        <Text>{ANNOUNCED}</Text>
      </Notice>
    );
  }
  const title =
    data.doctors < 2 ? 'Un médecin est là maintenant' : `${data.doctors} médecins sont là maintenant`;
  return (
    <Notice tone="teal" icon={IconMessageCircle} title={title} role="status">
      <Text>Le premier qui est libre vous répond ici.</Text>
    </Notice>
  );
}
