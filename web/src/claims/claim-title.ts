import type { Claim } from '@amasin/domain/claims/claim.ts';
import { monthName } from '@amasin/domain/statements/month.ts';

/** « octobre 2026 · NSIA » */
export const titleOf = ({ insurer, month }: Claim) => `${monthName(month)} · ${insurer.name}`;
