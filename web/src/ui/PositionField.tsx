import { readDegrees, readPair } from '@amasin/domain/contract/degrees.ts';
import { Button, Input, TextInput } from '@mantine/core';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDegrees } from '../lib/format.ts';
import { type Coordinates, useDevicePosition } from '../lib/use-device-position.ts';
import { useField } from './fields.tsx';
import { lazyWithRetry } from './lazy.tsx';
import styles from './PositionField.module.css';

const MAP_HEIGHT = 280;
const PointMap = lazyWithRetry(() => import('./PointMap.tsx').then(({ PointMap }) => PointMap), {
  height: MAP_HEIGHT,
});

/** The value that the form sends: null when both fields are empty. */
type Place = { coordinates: Coordinates } | null;

type Props = { label: string; description: string };

/** The field `location` of a form: latitude and longitude, from the device, a map, or typed. A pasted pair fills both. */
export function PositionField({ label, description }: Props) {
  const { field } = useField('location');
  const [place, setPlace] = useState<Place>(field.defaultValue);
  const [typed, setTyped] = useState(() => textsOf(field.defaultValue));
  const [mapShown, setMapShown] = useState(false);
  const change = (next: Place, texts: Texts) => {
    setPlace(next);
    setTyped(texts);
    field.onChange(next);
  };
  const put = (coordinates: Coordinates) => change({ coordinates }, textsOf({ coordinates }));
  const device = useDevicePosition(put);
  const type = (part: Partial<Texts>) => {
    const [latitude, longitude] = readPair(Object.values(part)[0] ?? '') ?? [];
    const texts =
      latitude === undefined || longitude === undefined ? { ...typed, ...part } : { latitude, longitude };
    change(placeOf(texts), texts);
  };
  const point = place?.coordinates.every(Number.isFinite) ? place.coordinates : null;

  const id = useId();
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={field.error}
      errorProps={{ id: `${id}-error` }}
    >
      <fieldset
        aria-label={label}
        aria-describedby={`${id}-description ${id}-error`}
        className={styles.fields}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) field.onBlur(event);
        }}
      >
        <TextInput
          label="Latitude"
          placeholder="6,3703"
          inputMode="decimal"
          autoComplete="off"
          data-path="location"
          value={typed.latitude}
          error={Boolean(field.error)}
          onChange={({ currentTarget }) => type({ latitude: currentTarget.value })}
        />
        <TextInput
          label="Longitude"
          placeholder="2,3912"
          inputMode="decimal"
          autoComplete="off"
          value={typed.longitude}
          error={Boolean(field.error)}
          onChange={({ currentTarget }) => type({ longitude: currentTarget.value })}
        />
      </fieldset>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
          loading={device.asking}
          onClick={device.ask}
        >
          Récupérer ma position
        </Button>
        <Button
          variant="default"
          leftSection={<IconMapPin size={20} aria-hidden="true" />}
          aria-expanded={mapShown}
          onClick={() => setMapShown(!mapShown)}
        >
          {mapShown ? 'Masquer la carte' : 'Placer sur la carte'}
        </Button>
      </div>
      {mapShown ? <PointMap point={point} onPick={put} /> : null}
    </Input.Wrapper>
  );
}

type Texts = { latitude: string; longitude: string };

function textsOf(place: Place): Texts {
  const [longitude, latitude] = place?.coordinates ?? [];
  return {
    latitude: latitude === undefined ? '' : formatDegrees(latitude),
    longitude: longitude === undefined ? '' : formatDegrees(longitude),
  };
}

/** Texts that are no numbers give coordinates that the form refuses. */
function placeOf({ latitude, longitude }: Texts): Place {
  if (latitude.trim() === '' && longitude.trim() === '') return null;
  return { coordinates: [readDegrees(longitude) ?? Number.NaN, readDegrees(latitude) ?? Number.NaN] };
}
