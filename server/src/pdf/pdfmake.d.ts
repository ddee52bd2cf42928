/** Declares the part of pdfmake that we use: the types on npm bring those of a browser into the whole server. */
declare module 'pdfmake' {
  const pdfmake: {
    setFonts(fonts: Record<string, { normal: string; bold: string }>): void;
    setTableLayouts(layouts: Record<string, object>): void;
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
    createPdf(document: object): { getBuffer(): Promise<Uint8Array> };
  };
  export default pdfmake;
}

/** Declares the part of fontkit, which draws for pdfmake, that we use. */
declare module 'fontkit' {
  export function openSync(path: string): { readonly characterSet: readonly number[] };
}
