import { orderDraft } from '@amasin/domain/orders/draft.ts';
import type { DraftErrors, DraftField } from './draft-errors.ts';

/** Paths in the body of an order or, after `order.`, of a payment. */
const paths: readonly (readonly [RegExp, DraftField])[] = [
  [/^(order\.)?prescription/, 'what'],
  [/^(order\.)?deliveryZone$/, 'zone'],
  [/^(order\.)?deliveryAddress$/, 'address'],
  [/^(order\.)?insuranceCard$/, 'insurance'],
];

/** Validates an order with the server's schema. */
export function checkDraft(body: unknown): DraftErrors {
  const checked = orderDraft.safeParse(body);
  if (checked.success) return {};
  return errorsOf(checked.error.issues.map(({ path, message }) => [path.join('.'), message]));
}

/** The first message for each field of the form. */
export function errorsOf(texts: readonly (readonly [path: string, message: string])[]): DraftErrors {
  const errors: DraftErrors = {};
  for (const [path, message] of texts) {
    const field = paths.find(([shape]) => shape.test(path))?.[1];
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}
