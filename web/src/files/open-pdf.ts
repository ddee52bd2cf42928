import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&url';

export type Pdf = PDFDocumentProxy;

/** Larger images inside a PDF are left out: a small phone has no memory for them. */
const MAX_PIXELS = 50_000_000;

/** Loads pdf.js, in its build for older browsers, with its worker from our own origin. */
export async function openPdf(bytes: Blob): Promise<Pdf> {
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  GlobalWorkerOptions.workerSrc = workerUrl;
  const data = new Uint8Array(await bytes.arrayBuffer());
  const wasmUrl: string = import.meta.env.PDF_DECODERS;
  // The content security policy forbids WebAssembly: this URL has the JavaScript versions.
  return getDocument({ data, useWasm: false, wasmUrl, maxImageSize: MAX_PIXELS }).promise;
}

export const wantsPassword = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

/** Whether a PDF opens with a password only; false where it cannot be opened at all, or the reader does not load. */
export const needsPassword = (bytes: Blob): Promise<boolean> =>
  openPdf(bytes).then((pdf) => pdf.loadingTask.destroy().then(() => false), wantsPassword);
