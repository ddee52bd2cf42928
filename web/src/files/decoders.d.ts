interface ImportMetaEnv {
  /** The URL of pdf.js' decoders (pdf-decoders.ts). */
  readonly PDF_DECODERS: string;
}
