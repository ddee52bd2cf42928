import { keepDevice, readDevice } from './known-device.ts';
import { withProof } from './with-proof.ts';

type Proofs = { device?: string; captcha?: string };

/** Signs in as a known device, with a proof of work if the server asks for it. */
export async function enter<T extends { device: string }>(send: (proofs: Proofs) => Promise<T>): Promise<T> {
  const device = readDevice();
  const entered = await withProof((captcha) =>
    send({ ...(device !== undefined && { device }), ...(captcha !== undefined && { captcha }) }),
  );
  keepDevice(entered.device);
  return entered;
}
