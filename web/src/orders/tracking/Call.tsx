import type { Person } from '@amasin/domain/users/user.ts';
import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { telephoneAddress } from '../../lib/format/phone.ts';

/** A call at one touch, on the way or at the shelf; nothing without somebody to call. */
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
