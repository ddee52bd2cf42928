export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** The type of a picture by its first bytes; null for anything else. */
export function pictureTypeOf(file: Buffer): PictureType | null {
  const start = file.toString('latin1', 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return null;
}
