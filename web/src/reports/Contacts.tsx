import { Button, Stack } from '@mantine/core';
import { IconPhone, IconStethoscope } from '@tabler/icons-react';
import { Link } from 'react-router';
import { contact } from '../lib/contact.ts';
import { formatPhone, telephoneUrl } from '../lib/format.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Calls the emergency services, by a number that is in the page: without a network too. */
export function EmergencyCall() {
  return (
    <Button
      component="a"
      href={`tel:${contact.emergency.replace(/[^\d+]/g, '')}`}
      color="red"
      size="xl"
      h="auto"
      mih={64}
      fullWidth
      leftSection={<IconPhone {...icon} size={28} />}
    >
      <span translate="no">{`Appeler le ${contact.emergency}`}</span>
    </Button>
  );
}

/** The pharmacist by telephone, or somebody by message. */
export function PharmacistCalls({ orderId }: { orderId: string }) {
  const url = telephoneUrl(contact.phone);
  return (
    <Stack gap={8}>
      {url === null ? null : (
        <Button
          component="a"
          href={url}
          size="md"
          h="auto"
          mih={48}
          fullWidth
          leftSection={<IconPhone {...icon} />}
        >
          <span>{`Appeler le pharmacien, ${formatPhone(contact.phone)}`}</span>
        </Button>
      )}
      <Button
        component={Link}
        to={`/tracking?order=${orderId}&chat=list`}
        // Takes the place of this dialog in the history.
        replace
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconStethoscope {...icon} />}
      >
        Écrire à un médecin
      </Button>
    </Stack>
  );
}
