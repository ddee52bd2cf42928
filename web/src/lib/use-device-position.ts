import { useState } from 'react';
import { impreciseText, locate } from './locate.ts';
import { toast } from './toast.tsx';

/** Longitude first, as on the wire. */
export type Coordinates = [longitude: number, latitude: number];

/** A pharmacy is where customers go: within this many metres. */
const MAX_ACCURACY = 300;

/** Asks the device for its position; the outcome is shown in a toast. */
export function useDevicePosition(onFound: (coordinates: Coordinates) => void) {
  const [asking, setAsking] = useState(false);
  const ask = () => {
    if (!('geolocation' in navigator)) {
      toast.error('Géolocalisation non supportée par votre navigateur');
      return;
    }
    setAsking(true);
    locate()
      .then(
        (found) => {
          if (found.accuracy > MAX_ACCURACY) {
            toast.error(
              `${impreciseText(found)}. Allez dehors, ou activez la localisation précise, puis réessayez.`,
            );
            return;
          }
          onFound([found.longitude, found.latitude]);
          toast.success('Localisation récupérée avec succès');
        },
        () => toast.error('Impossible de récupérer la localisation'),
      )
      .finally(() => setAsking(false));
  };
  return { asking, ask };
}
