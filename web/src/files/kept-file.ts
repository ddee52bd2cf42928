import { object, text, where } from '../lib/schema.ts';
import { CHOSEN_FILE, storedOf } from '../lib/stored.ts';

/** A file as local storage holds it: its bytes in base64. */
export type StoredFile = { readonly name: string; readonly type: string; readonly data: string };

export const storedFile = object<StoredFile>({
  name: text,
  type: text,
  data: where(text, (data) => data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data)),
});

/** The file that was chosen for an order. */
export const keptFile = storedOf(CHOSEN_FILE, storedFile);

/** A shrunk photograph has 400 kB; local storage holds about 5 million characters. */
const MAX_BYTES = 1_500_000;

/** Stores the file until it is uploaded, for a reload without a network. @returns whether it could be stored */
export async function keepFile(personId: string, file: File): Promise<boolean> {
  const stored = file.size > MAX_BYTES ? null : await encode(file).catch(() => null);
  return stored !== null && keptFile.write(personId, stored);
}

export function decode({ name, type, data }: StoredFile): File {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type });
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
