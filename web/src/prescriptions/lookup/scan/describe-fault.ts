const REFUSED =
  'L’accès à la caméra est refusé. Autorisez-la dans les réglages du navigateur, ou choisissez une photo.';
const ABSENT = 'Nous n’avons pas trouvé de caméra sur cet appareil. Choisissez une photo du code QR.';
const BUSY =
  'La caméra est déjà utilisée par une autre application. Fermez-la, puis réessayez, ou choisissez une photo.';
const OTHER = 'La caméra ne s’ouvre pas. Réessayez, ou choisissez une photo du code QR.';

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: ABSENT,
  OverconstrainedError: ABSENT,
  NotReadableError: BUSY,
  AbortError: BUSY,
};

/**
 * Why the camera does not open, and what to do. Error names are those of the Media Capture specification; not every browser makes
 * them instances of Error.
 */
export function describeFault(error: unknown): string {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return messages[name] ?? OTHER;
}
