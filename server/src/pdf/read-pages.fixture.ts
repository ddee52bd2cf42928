import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface Printed {
  readonly text: string;
  /** Its edges, from the left and the lower edge of the paper, as parts of its width and height. */
  readonly left: number;
  readonly right: number;
  readonly below: number;
  readonly above: number;
}

/** The texts of each page of a PDF, and where they stand. */
export async function readTexts(bytes: Buffer): Promise<Printed[][]> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false });
  const document = await task.promise;
  const pages: Printed[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , pageWidth = 0, pageHeight = 0] = page.view;
    const { items } = await page.getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item)) return [];
        const { str: text, width, height, transform } = item;
        const [x, y] = [Number(transform[4]), Number(transform[5])];
        const [left, right] = [x / pageWidth, (x + width) / pageWidth];
        return [{ text, left, right, below: y / pageHeight, above: (y + height) / pageHeight }];
      }),
    );
  }
  await task.destroy();
  return pages;
}

/** The text of each page of a PDF, with single spaces. */
export async function readPages(bytes: Buffer): Promise<string[]> {
  const pages = await readTexts(bytes);
  return pages.map((texts) =>
    texts
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
  );
}
