import { onceUsed } from '@amasin/domain/contract/format.ts';

const kilometres = onceUsed(() => new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 }));

/** « 300 m », « 1,2 km ». */
export const formatMetres = (metres: number): string =>
  metres < 1_000 ? `${metres}\u00a0m` : `${kilometres().format(metres / 1_000)}\u00a0km`;
