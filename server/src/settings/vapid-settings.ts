import { createECDH } from 'node:crypto';

export interface VapidSettings {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/** @throws Error when some are missing, or the keys do not form a pair */
export function readVapid(given: Readonly<Record<string, string | undefined>>): VapidSettings | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = given;
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return null;
  if (publicKey === undefined || privateKey === undefined || subject === undefined) {
    const missing = Object.keys(given).find((name) => given[name] === undefined);
    throw new Error(
      `Réglage ${missing} manquant : VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY et VAPID_SUBJECT vont ensemble.`,
    );
  }
  if (publicKeyOf(privateKey) !== publicKey) {
    throw new Error('Réglage VAPID_PUBLIC_KEY : ce n’est pas la clé publique de VAPID_PRIVATE_KEY.');
  }
  return { publicKey, privateKey, subject };
}

/** @throws Error when it is not a valid private key */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    throw new Error('Réglage VAPID_PRIVATE_KEY invalide : attendu une clé de vapid-keys.');
  }
  return curve.getPublicKey('base64url');
}
