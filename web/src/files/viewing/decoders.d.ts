interface ImportMetaEnv {
  /** The address of pdf.js' decoders (pdf-decoders.ts). */
  readonly PDF_DECODERS: string;
}
