import decodeQR from 'qr/decode.js';

/** A QR code is read as well on a smaller picture, many times faster, px. */
const LONGEST = 1600;
/** For one photo one may look longer than for one frame of a film, ms. */
const PATIENCE_MS = 1500;

/** The text of the QR code on a photo. Throws where there is none, or where the picture cannot be read. */
export async function readPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    if (brush === null) throw new Error('no canvas');
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = brush.getImageData(0, 0, canvas.width, canvas.height);
    return decodeQR({ data, width, height }, { timeLimit: PATIENCE_MS });
  } finally {
    picture.close();
  }
}
