/** What the form may say is wrong, by the field that shows it. */
export type DraftErrors = { items?: string; zone?: string; address?: string };

export type DraftField = keyof DraftErrors;

/** Paths of the order's body and, with `order.` before them, of the payment's. */
const paths: readonly (readonly [RegExp, DraftField])[] = [
  [/^(order\.)?prescription/, 'items'],
  [/^(order\.)?deliveryZone$/, 'zone'],
  [/^(order\.)?deliveryAddress$/, 'address'],
];

/** Checks an order with the schema that the server uses. Without it (the line is down) the server alone judges. */
export async function checkDraft(body: unknown): Promise<DraftErrors> {
  const schema = await loadSchema().catch(() => null);
  const checked = schema?.safeParse(body);
  if (checked === undefined || checked.success) return {};
  return errorsOf(checked.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

/** The schema comes after the page: 25 kB that nobody needs to look around. */
export function loadSchema() {
  return import('@amasin/domain/orders/draft.ts').then((module) => module.orderDraft);
}

/** The first text for each field of the form. */
export function errorsOf(texts: readonly (readonly [path: string, message: string])[]): DraftErrors {
  const errors: DraftErrors = {};
  for (const [path, message] of texts) {
    const field = paths.find(([shape]) => shape.test(path))?.[1];
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}
