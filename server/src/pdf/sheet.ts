import { formatMoney } from '@amasin/domain/contract/format.ts';
import { type MedicationForm, medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { ItemReview } from '@amasin/domain/orders/order.ts';

/** Styles of texts and layouts of tables, which draw.child.ts defines. */
export type Style =
  | 'plain'
  | 'bold'
  | 'title'
  | 'name'
  | 'logo'
  | 'number'
  | 'small'
  | 'dimmed'
  | 'box'
  | 'warning';
export type Layout = 'bare' | 'spaced' | 'underlined' | 'ruled' | 'listed' | 'totalled' | 'box' | 'label';

type Width = number | '*';

export interface Table {
  /** In points; those that are `*` share what is left. */
  readonly widths: readonly Width[];
  readonly body: readonly (readonly Content[])[];
  readonly dontBreakRows?: boolean;
  readonly headerRows?: number;
  readonly keepWithHeaderRows?: number;
}

/** A part of a document that pdfmake draws, as far as our papers use it. Texts are as people wrote them: draw.child.ts fits them in. */
export type Content =
  | string
  | {
      readonly text?: string;
      readonly style?: Style;
      readonly alignment?: 'right';
      readonly stack?: readonly Content[];
      readonly columns?: readonly Content[];
      readonly columnGap?: number;
      readonly svg?: string;
      readonly width?: number;
      readonly layout?: Layout;
      readonly table?: Table;
      readonly unbreakable?: true;
      readonly fillColor?: string;
      /** Left and right, above and below; or each side from the left one on. */
      readonly margin?: readonly number[];
    };
type Piece = Exclude<Content, string>;

/** A document to draw, as plain data that is sent to the drawing process. */
export interface Sheet {
  readonly title: string;
  readonly at: Date;
  readonly size: 'A4' | 'A5';
  /** Texts before the number of a page and between it and their count: ['ORD-1 · page ', ' sur ']. */
  readonly foot: readonly [before: string, between: string];
  readonly content: readonly Content[];
}

/** Text in a style of the sheets. */
export const text = (style: Style, words: string, more: Piece = {}): Piece => ({
  style,
  text: words,
  ...more,
});

/** A table in a layout of the sheets. */
export const table = (
  layout: Layout,
  widths: readonly Width[],
  body: readonly (readonly Content[])[],
  more: Pick<Table, 'headerRows' | 'keepWithHeaderRows' | 'dontBreakRows'> = {},
): Piece => ({ layout, table: { widths, body, dontBreakRows: true, ...more } });

export const right = { alignment: 'right' } as const;

/** The logo: a drop on a leaf. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0a7f5a" d="M28.6 3.4C15.2 2.6 4.2 8 4 18.3c-.1 3 .9 5.7 2.7 7.9L3.6 29.3l1.5 1.5 3.2-3.1c2.1 1.5 4.7 2.3 7.4 2.1C26 29.3 29.9 17.3 28.6 3.4Z"/><path fill="#fbb124" d="M17.2 9.6c2.8 3.4 5.2 6.2 5.2 9a5.2 5.2 0 0 1-10.4 0c0-2.8 2.4-5.6 5.2-9Z"/></svg>`;

/** The head of each paper: the logo, a title and a date. */
export function head(title: string, below: string): Content {
  const titles: Content = { stack: [text('title', title), text('dimmed', below)], ...right };
  const logo: Content = { svg: LOGO, width: 28 };
  return table('underlined', [28, 70, '*'], [[logo, text('logo', 'Amasin'), titles]]);
}

export interface PrintedItem {
  readonly label: string;
  readonly form: MedicationForm;
  readonly quantity: number;
  /** Unit price in FCFA; 0 without one. */
  readonly price: number;
  /** `waiting`: its price is not checked. */
  readonly review?: ItemReview | null;
  readonly posology: string | null;
  readonly duration: string | null;
  /** How it may be given again, and until when; absent on a receipt. */
  readonly giving?: string;
}

/** The medicines on an A5 sheet with their amounts and total, over several pages if needed; without any, they were erased (decision 75). */
export function medicines(items: readonly PrintedItem[]): Content[] {
  if (items.length === 0)
    return [text('dimmed', 'Médicaments effacés, à la fin de leur durée de conservation.')];
  const headings = ['Médicament', 'Qté', 'Prix', 'Montant'];
  const rows = items.map(
    ({ label, form, quantity, price, review, posology, duration, giving = '' }): Content[] => {
      const instructions = [posology, duration].filter(Boolean).join(' · ');
      const unpriced = review === 'waiting' ? 'à vérifier' : '–';
      return [
        {
          stack: [
            text('bold', label),
            text('dimmed', medicationFormLabels[form]),
            ...[instructions, giving].filter((words) => words !== ''),
          ],
        },
        text('bold', String(quantity), right),
        { text: price > 0 ? formatMoney(price) : unpriced, ...right },
        { text: price > 0 ? formatMoney(price * quantity) : '–', ...right },
      ];
    },
  );
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return [
    table(
      'ruled',
      [158, 32, 66, 72],
      [headings.map((name, column) => text('dimmed', name, column > 0 ? right : {})), ...rows],
      { headerRows: 1, keepWithHeaderRows: 1 },
    ),
    sums([['Total des médicaments', formatMoney(total)]]),
  ];
}

/** Amounts of which the last is the total, together on one page. */
export function sums(rows: readonly (readonly [label: string, amount: string])[]): Content {
  const body = rows.map(([label, amount], index): Content[] => {
    const style = index === rows.length - 1 ? 'title' : 'plain';
    return [text(style, label), text(style, amount, right)];
  });
  return { unbreakable: true, ...table(rows.length > 1 ? 'totalled' : 'spaced', ['*', 130], body) };
}
