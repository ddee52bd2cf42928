import { Button, Input } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type Coordinates, useDevicePosition } from '../../../lib/use-device-position.ts';
import { useField } from '../../../ui/fields.tsx';
import { formatPosition } from './position.ts';

type Place = { coordinates: Coordinates };

/** The position of a pharmacy, read from the device, which must be at the pharmacy. */
export function LocationField() {
  const { field } = useField('location');
  const id = useId();
  const [place, setPlace] = useState<Place | null>(field.defaultValue);
  const { asking, ask } = useDevicePosition((coordinates) => {
    const found: Place = { coordinates };
    setPlace(found);
    field.onChange(found);
  });

  return (
    <Input.Wrapper
      label="Localisation"
      labelElement="div"
      description="La localisation est requise pour permettre aux clients de trouver la pharmacie"
      error={field.error}
      errorProps={{ id: `${id}-error` }}
    >
      <Button
        aria-describedby={`${id}-error`}
        mt={4}
        variant="default"
        fullWidth
        data-path="location"
        leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
        loading={asking}
        onClick={ask}
      >
        {place === null ? 'Récupérer ma position' : `${formatPosition(place.coordinates)} · Changer`}
      </Button>
    </Input.Wrapper>
  );
}
