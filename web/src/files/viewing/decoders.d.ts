interface ImportMetaEnv {
  /** Where the decoders of scanned pictures lie (pdf-decoders.ts). */
  readonly PDF_DECODERS: string;
}
