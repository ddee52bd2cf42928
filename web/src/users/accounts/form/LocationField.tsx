import { Button, Input } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '../../../lib/toast/toast.tsx';
import { useField } from '../../../ui/form/use-field.ts';

type Place = { coordinates: [longitude: number, latitude: number] };

/** SPEC 9. */
const precise = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

/** The position of a pharmacy, read from the device, which must be at the pharmacy. */
export function LocationField() {
  const { field } = useField('location');
  const [place, setPlace] = useState<Place | null>(field.defaultValue);
  const [asking, setAsking] = useState(false);

  const ask = () => {
    if (!('geolocation' in navigator)) {
      toast.error('Géolocalisation non supportée par votre navigateur');
      return;
    }
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found: Place = { coordinates: [coords.longitude, coords.latitude] };
        setAsking(false);
        setPlace(found);
        field.onChange(found);
        toast.success('Localisation récupérée avec succès');
      },
      () => {
        setAsking(false);
        toast.error('Impossible de récupérer la localisation');
      },
      precise,
    );
  };

  return (
    <Input.Wrapper
      label="Localisation"
      labelElement="div"
      description="La localisation est requise pour permettre aux clients de trouver la pharmacie"
      error={field.error}
    >
      <Button
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

/** Latitude first, as on maps; five decimals are about a metre. */
function formatPosition([longitude, latitude]: readonly [number, number]): string {
  return [latitude, longitude].map((degrees) => degrees.toFixed(5).replace('.', ',')).join(' ; ');
}
