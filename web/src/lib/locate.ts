/** A position may be up to a minute old; the device has ten seconds to find one. */
const precise = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };
/** The device's ten seconds begin once its owner has agreed: a question that nobody answers would last for ever. */
const ANSWER_MS = 25_000;

type Located = {
  readonly latitude: number;
  readonly longitude: number;
  /** How far the device may be from it, metres. */
  readonly accuracy: number;
};

/** Asks the device for its position. @throws when it gives none */
export function locate(): Promise<Located> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ANSWER_MS);
    const settle =
      <T>(end: (value: T) => void) =>
      (value: T) => {
        clearTimeout(timer);
        end(value);
      };
    navigator.geolocation.getCurrentPosition(
      settle(({ coords }: GeolocationPosition) => resolve(coords)),
      settle(reject),
      precise,
    );
  });
}

/** « Position imprécise, à 30 km près » : the network’s masts, or an address of the Internet, in place of satellites. */
export const impreciseText = ({ accuracy }: Located): string =>
  `Position imprécise, à ${accuracy < 950 ? `${Math.round(accuracy / 100) * 100}\u00a0m` : `${Math.round(accuracy / 1000)}\u00a0km`} près`;
