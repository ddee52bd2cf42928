import { CHOSEN_FILE, readStored, store } from '../lib/stored.ts';

/** A file as local storage holds it: its bytes in base64. */
export type StoredFile = { readonly name: string; readonly type: string; readonly data: string };

/** A shrunk photograph has 400 kB; local storage holds about 5 million characters. */
const MAX_BYTES = 1_500_000;

/** Stores the file until it is uploaded, for a reload without a network. @returns whether it could be stored */
export async function keepFile(personId: string, file: File): Promise<boolean> {
  const stored = file.size > MAX_BYTES ? null : await encode(file).catch(() => null);
  return stored !== null && storeKept(personId, stored);
}

export function storeKept(personId: string, file: StoredFile): boolean {
  return store(personId, CHOSEN_FILE, file);
}

export function dropFile(personId: string): void {
  store(personId, CHOSEN_FILE, null);
}

export function readKept(personId: string): StoredFile | null {
  const stored = readStored(personId, CHOSEN_FILE);
  return isStoredFile(stored) ? stored : null;
}

export function decode({ name, type, data }: StoredFile): File {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type });
}

/** Local storage may contain anything. */
export function isStoredFile(value: unknown): value is StoredFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, data } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof type === 'string' && typeof data === 'string' && isBase64(data);
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

function encode(file: File): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    // `data:image/jpeg;base64,…`
    reader.onload = () =>
      resolve({ name: file.name, type: file.type, data: String(reader.result).replace(/^.*?,/, '') });
    reader.readAsDataURL(file);
  });
}
