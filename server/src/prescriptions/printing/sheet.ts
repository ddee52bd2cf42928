import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

// DejaVu has the letters of our languages (ɖ, ɛ, ɔ, ŋ and their accents); the fonts that every PDF reader has do not.
const plainFont = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
const boldFont = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));

/** Names of the two fonts of a sheet. */
export const fonts = { plain: 'plain', bold: 'bold' } as const;

/** As on our screens; dark enough for a printer without colours. */
export const inks = {
  text: '#26241f',
  dimmed: '#57534b',
  leaf: '#0a7f5a',
  drop: '#fbb124',
  line: '#c6c1b7',
  wash: '#e9f7f1',
  doubt: '#7a4a00',
  doubtWash: '#fff0cf',
} as const;

/** Points (1/72 inch) from the paper's edge. */
const MARGIN = 34;
/** Kept free at the foot for the page's number. */
const FOOT = 22;

export type Sheet = ReturnType<typeof openSheet>;

/** An A5 document with our fonts, and the box that may be written in; pages are numbered once all are there. */
export function openSheet(title: string, at: Date) {
  const doc = new PDFDocument({
    size: 'A5',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    bufferPages: true,
    lang: 'fr',
    displayTitle: true,
    info: { Title: title, Author: 'Amasin', Creator: 'Amasin', Producer: 'Amasin', CreationDate: at },
  });
  doc.registerFont(fonts.plain, plainFont);
  doc.registerFont(fonts.bold, boldFont);
  doc.font(fonts.plain).fillColor(inks.text);
  const left = MARGIN;
  const right = doc.page.width - MARGIN;
  return { doc, left, right, width: right - left, top: MARGIN, bottom: doc.page.height - MARGIN - FOOT };
}

/** « ORD-12345678 · page 1 sur 3 » at the foot of every page, where there are several. */
export function numberPages({ doc, left, width }: Sheet, name: string): void {
  const { count } = doc.bufferedPageRange();
  if (count < 2) return;
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Below the margin a text would begin another page.
    doc.page.margins.bottom = 0;
    doc.font(fonts.plain).fontSize(8).fillColor(inks.dimmed);
    const words = `${name} · page ${page + 1} sur ${count}`;
    doc.text(words, left, doc.page.height - MARGIN - 8, { width, align: 'center', lineBreak: false });
  }
}
