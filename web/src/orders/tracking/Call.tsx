import type { Person } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { telephoneAddress } from '../../lib/format/phone.ts';

/** A link that calls a person of the order; nothing if no one is assigned. */
export function Call({ person }: { person: Person | null }) {
  const address = person?.phone ? telephoneAddress(person.phone) : null;
  if (person === null || address === null) return null;
  return (
    <Button
      component="a"
      href={address}
      variant="light"
      leftSection={<IconPhone size={20} stroke={1.75} aria-hidden="true" />}
      aria-label={`Appeler ${person.name}`}
    >
      Appeler
    </Button>
  );
}
