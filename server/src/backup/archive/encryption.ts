import { Decrypter, Encrypter } from 'age-encryption';

/** The first bytes of an encrypted backup. */
export const ENCRYPTED_START = Buffer.from('age-encryption.org/');

/** Of the key’s derivation, as a base-2 logarithm: the key has at least 32 random bytes, so a slow one would add nothing. */
const WORK = 12;

/**
 * Encrypts a stream in the format of age, under one secret key. Each chunk is authenticated with its position and the last
 * one is marked, so that changed, missing, reordered or added bytes are detected.
 */
export async function encrypt(
  source: ReadableStream<Uint8Array>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(WORK);
  return encrypter.encrypt(source);
}

/** The text of the library's error when the key does not open the header. */
const NO_MATCH = /no identity matched/;

export class WrongKey extends Error {}

/**
 * @param size of the encrypted stream, bytes
 * @returns the decrypted stream, which fails at the first invalid chunk, and its size
 * @throws WrongKey when the key is not that of the header; other errors for an invalid header
 */
export async function decrypt(
  source: ReadableStream<Uint8Array>,
  { key, size }: { key: string; size: number },
): Promise<{ stream: ReadableStream<Uint8Array>; size: number }> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    const stream = await decrypter.decrypt(source);
    return { stream, size: stream.size(size) };
  } catch (error) {
    if (error instanceof Error && NO_MATCH.test(error.message)) throw new WrongKey();
    throw error;
  }
}
