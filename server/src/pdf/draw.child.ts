import { fileURLToPath } from 'node:url';
import { printable } from '@amasin/domain/prescriptions/printable.ts';
import { openSync } from 'fontkit';
import pdfmake from 'pdfmake';
import { serveJobs } from '../files/serve-jobs.ts';
import { breakWords } from './break-words.ts';
import type { Content, Layout, Sheet, Style, Table } from './sheet.ts';

// DejaVu has the letters of Benin's languages (ɖ, ɛ, ɔ, ŋ and their accents); the standard PDF fonts do not.
const dejavu = {
  normal: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
};
pdfmake.setFonts({ dejavu });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(dejavu).includes(path));

/** Space around the content, in points (1/72 inch), with the foot in the last one. */
const SIDE = 34;
const MARGINS = [SIDE, 34, SIDE, 56] as const;

/** The colours of the screens; dark enough for a black-and-white printer. */
const leaf = '#0a7f5a';
const line = '#c6c1b7';
const dimmed = '#57534b';

const styles: Record<Style | 'foot', object> = {
  plain: {},
  bold: { bold: true },
  title: { bold: true, fontSize: 13 },
  name: { bold: true, fontSize: 11 },
  logo: { bold: true, fontSize: 17, color: leaf, marginTop: 4 },
  number: { bold: true, fontSize: 25 },
  small: { fontSize: 9 },
  dimmed: { fontSize: 9, color: dimmed },
  foot: { fontSize: 8, color: dimmed, margin: [SIDE, 14, SIDE, 0], alignment: 'center' },
  box: { fillColor: '#e9f7f1' },
  warning: { bold: true, fontSize: 9, color: '#7a4a00', fillColor: '#fff0cf' },
};

/** Widths and spaces in points, by the number of a line, row or column; `table` has the rows. */
type Measure = (at: number, node: { table: { body: readonly unknown[] } }) => number;
interface TableLayout {
  readonly hLineWidth: Measure;
  readonly hLineColor?: string;
  readonly vLineWidth: Measure;
  readonly paddingLeft: Measure;
  readonly paddingRight: Measure;
  readonly paddingTop: Measure;
  readonly paddingBottom: Measure;
}

const bare: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: (column) => (column === 0 ? 0 : 8),
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 3,
};
const roomy = { ...bare, paddingTop: () => 5, paddingBottom: () => 5 };
const boxed = (space: number): TableLayout => ({
  ...bare,
  paddingLeft: () => space,
  paddingRight: () => space,
  paddingTop: () => space,
  paddingBottom: () => space,
});
const layouts: Record<Layout, TableLayout> = {
  bare,
  spaced: { ...roomy, paddingTop: () => 9 },
  /** A line below the last row. */
  underlined: {
    ...bare,
    hLineWidth: (at, { table }) => (at === table.body.length ? 1 : 0),
    hLineColor: leaf,
    paddingBottom: () => 8,
  },
  /** A line below each row. */
  ruled: { ...roomy, hLineWidth: (at) => (at === 0 ? 0 : 0.5), hLineColor: line },
  /** A line below the headings, many rows on a page. */
  listed: { ...bare, hLineWidth: (at) => (at === 1 ? 0.5 : 0), hLineColor: line, paddingTop: () => 3 },
  /** A line above the last row. */
  totalled: {
    ...roomy,
    hLineWidth: (at, { table }) => (at === table.body.length - 1 ? 1 : 0),
    hLineColor: leaf,
  },
  box: boxed(10),
  label: boxed(4),
};
pdfmake.setTableLayouts(layouts);

/** Widths of the paper, in points. */
const PAPER = { A4: 595.28, A5: 419.53 } as const;

/**
 * Prepares a part of a sheet for pdfmake: texts in signs of the font, with places to break in long words, and columns of a width that
 * no word of theirs can change. pdfmake widens a column for its longest word, over the edge of the paper.
 */
function fit(content: Content, width: number): object | string {
  if (typeof content === 'string') return ready(content);
  const { text, stack, columns, table, margin = [] } = content;
  const [left = 0, , right = left] = margin;
  const room = width - left - right;
  return {
    ...content,
    ...(text !== undefined && { text: ready(text) }),
    ...(stack && { stack: stack.map((one) => fit(one, room)) }),
    ...(columns && { columns: fitColumns(columns, room, content.columnGap ?? 0) }),
    ...(table && { table: fitTable(table, layouts[content.layout ?? 'bare'], room) }),
  };
}

const signs = new Set(openSync(dejavu.normal).characterSet);
const isInFont = (sign: string): boolean => signs.has(sign.codePointAt(0) ?? 0);

const ready = (text: string): string => breakWords(printable(text, isInFont));

function fitColumns(columns: readonly Content[], room: number, gap: number) {
  const width = (room + gap) / columns.length - gap;
  return columns.map((column) => ({ width, stack: [fit(column, width)] }));
}

function fitTable(table: Table, { paddingLeft, paddingRight }: TableLayout, room: number) {
  const { widths, body } = table;
  const padding = widths.map((_, column) => paddingLeft(column, { table }) + paddingRight(column, { table }));
  const sum = (numbers: readonly number[]) => numbers.reduce((before, one) => before + one, 0);
  const fixed = widths.filter((one) => one !== '*');
  const rest = (room - sum(padding) - sum(fixed)) / (widths.length - fixed.length);
  const inPoints = widths.map((one) => (one === '*' ? rest : one));
  return {
    ...table,
    widths: inPoints,
    body: body.map((row) => row.map((cell, column) => fit(cell, inPoints[column] ?? 0))),
  };
}

/** Draws a sheet as a PDF, with numbered pages if there are several. */
function draw({ title, at, size, foot, content }: Sheet): Promise<Uint8Array> {
  const [before, between] = foot.map(ready);
  const room = PAPER[size] - 2 * SIDE;
  const document = pdfmake.createPdf({
    content: content.map((one) => fit(one, room)),
    styles,
    pageSize: size,
    pageMargins: MARGINS,
    language: 'fr',
    displayTitle: true,
    info: { title, author: 'Amasin', creator: 'Amasin', producer: 'Amasin', creationDate: at },
    defaultStyle: { font: 'dejavu', fontSize: 10, color: '#26241f' },
    footer: (page: number, count: number) =>
      count > 1 ? { style: 'foot', text: `${before}${page}${between}${count}` } : undefined,
  });
  return document.getBuffer();
}

serveJobs(draw);
