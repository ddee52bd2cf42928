import decodeQR from 'qr/decode.js';

/** Larger photos are scaled down, px: decoding is as reliable and many times faster. */
const MAX_SIDE = 1600;
/** Longer than for a video frame, ms. */
const TIME_LIMIT_MS = 1500;

/** The text of the QR code on a photo. Throws if there is none, or if the photo cannot be decoded. */
export async function readPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('no canvas');
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return decodeQR({ data, width, height }, { timeLimit: TIME_LIMIT_MS });
  } finally {
    picture.close();
  }
}
