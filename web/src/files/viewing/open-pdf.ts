import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

export type Pdf = PDFDocumentProxy;

/** Larger pictures inside a PDF are left out: they would take the memory of a small telephone. */
const MAX_PIXELS = 50_000_000;

/** Loads pdf.js the first time, in the build for older browsers, and its worker from our own address. */
export async function openPdf(bytes: Blob): Promise<Pdf> {
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  GlobalWorkerOptions.workerSrc = workerAddress;
  const data = new Uint8Array(await bytes.arrayBuffer());
  const wasmUrl: string = import.meta.env.PDF_DECODERS;
  // Our pages' policy forbids WebAssembly: its place holds the same in JavaScript.
  return getDocument({ data, useWasm: false, wasmUrl, maxImageSize: MAX_PIXELS }).promise;
}
