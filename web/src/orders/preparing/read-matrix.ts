/** Reads the texts of the codes in a picture. */
type Read = (video: HTMLVideoElement) => Promise<readonly string[]>;

/** The detector of the browser, which Chrome has on Android. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMAT = 'data_matrix';

/** Opens what reads a DataMatrix: the browser’s own detector where it has one, else ours, loaded only then. */
export async function openReader(): Promise<Read> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats: readonly string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (Own !== undefined && formats.includes(FORMAT)) {
    const detector = new Own({ formats: [FORMAT] });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { readMatrix } = await import('./decode-matrix.ts');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (drawing === null) return [];
    const { videoWidth: width, videoHeight: height } = video;
    Object.assign(canvas, { width, height });
    drawing.drawImage(video, 0, 0);
    const text = readMatrix(drawing.getImageData(0, 0, width, height));
    return text === null ? [] : [text];
  };
}
