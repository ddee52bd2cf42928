import { useState } from 'react';
import { toast } from './toast.tsx';

/** Longitude first, as on the wire. */
export type Coordinates = [longitude: number, latitude: number];

/** A position may be up to a minute old; the device has ten seconds to find one. */
const precise = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

/** Asks the device for its position; the outcome is shown in a toast. */
export function useDevicePosition(onFound: (coordinates: Coordinates) => void) {
  const [asking, setAsking] = useState(false);
  const ask = () => {
    if (!('geolocation' in navigator)) {
      toast.error('Géolocalisation non supportée par votre navigateur');
      return;
    }
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false);
        onFound([coords.longitude, coords.latitude]);
        toast.success('Localisation récupérée avec succès');
      },
      () => {
        setAsking(false);
        toast.error('Impossible de récupérer la localisation');
      },
      precise,
    );
  };
  return { asking, ask };
}
