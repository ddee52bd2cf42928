import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap';
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer';
import DataMatrixReader from '@zxing/library/esm/core/datamatrix/DataMatrixReader';
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource';

/** Finds a DataMatrix in a picture. @returns its text, FNC1 as the group separator; null when there is none */
export function readMatrix({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): string | null {
  const grey = new Uint8ClampedArray(width * height);
  for (let n = 0; n < grey.length; n += 1)
    grey[n] = ((data[n * 4] ?? 0) + 2 * (data[n * 4 + 1] ?? 0) + (data[n * 4 + 2] ?? 0)) / 4;
  const source = new RGBLuminanceSource(grey, width, height);
  try {
    return new DataMatrixReader().decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
  } catch {
    // There is none in this picture, or it is blurred.
    return null;
  }
}
