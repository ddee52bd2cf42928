import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

// DejaVu has the letters of Benin's languages (ɖ, ɛ, ɔ, ŋ and their accents); the standard PDF fonts do not.
const plainFont = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
const boldFont = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));

/** Names of the two fonts of a sheet. */
export const fonts = { plain: 'plain', bold: 'bold' } as const;

/** The colours of the screens; dark enough for a black-and-white printer. */
export const colors = {
  text: '#26241f',
  dimmed: '#57534b',
  leaf: '#0a7f5a',
  drop: '#fbb124',
  line: '#c6c1b7',
  background: '#e9f7f1',
  warning: '#7a4a00',
  warningBackground: '#fff0cf',
} as const;

/** Points (1/72 inch) from the paper's edge. */
const MARGIN = 34;
/** Height of the footer with the page number, in points. */
const FOOT = 22;

export type Sheet = ReturnType<typeof openSheet>;

/** Opens a document with its fonts and the box inside its margins. */
export function openSheet(title: string, at: Date, size: 'A4' | 'A5' = 'A5') {
  const doc = new PDFDocument({
    size,
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    bufferPages: true,
    lang: 'fr',
    displayTitle: true,
    info: { Title: title, Author: 'Amasin', Creator: 'Amasin', Producer: 'Amasin', CreationDate: at },
  });
  doc.registerFont(fonts.plain, plainFont);
  doc.registerFont(fonts.bold, boldFont);
  doc.font(fonts.plain).fillColor(colors.text);
  const left = MARGIN;
  const right = doc.page.width - MARGIN;
  return { doc, left, right, width: right - left, top: MARGIN, bottom: doc.page.height - MARGIN - FOOT };
}

const pageOf = (page: number, count: number) => `page ${page} sur ${count}`;

/** Writes « ORD-12345678 · page 1 sur 3 » in the footer of every page, if there are several. */
export function numberPages({ doc, left, width }: Sheet, name: string, describe = pageOf): void {
  const { count } = doc.bufferedPageRange();
  if (count < 2) return;
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // A text below the margin would add a page.
    doc.page.margins.bottom = 0;
    doc.font(fonts.plain).fontSize(8).fillColor(colors.dimmed);
    const text = `${name} · ${describe(page + 1, count)}`;
    doc.text(text, left, doc.page.height - MARGIN - 8, { width, align: 'center', lineBreak: false });
  }
}
